import { Modal, type ModalProps } from '@mantine/core'
import { useIsTopDialog } from './dialog-stack.ts'
import { useInertBackground } from './use-inert-background.ts'

type Props = Pick<
  ModalProps,
  'opened' | 'onClose' | 'size' | 'fullScreen' | 'children' | 'onExitTransitionEnd' | 'styles'
> & {
  title: string
}

/** A dialog with a title. Focus moves to its first field, and returns when the dialog closes. */
export function Dialog(props: Props) {
  useInertBackground(props.opened)
  const isTop = useIsTopDialog(props.opened)
  return <Modal size="md" closeOnEscape={isTop} {...props} />
}
