import { Modal, type ModalProps } from '@mantine/core'
import { useTopDialog } from './dialog-stack.ts'
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
  useTopDialog(props.opened, props.onClose)
  return <Modal size="md" closeOnEscape={false} {...props} />
}
