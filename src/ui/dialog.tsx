import { Modal, type ModalProps } from '@mantine/core'
import { useTopDialog } from './dialog-stack.ts'
import { IsOpen } from './is-open.ts'
import { useInertBackground } from './use-inert-background.ts'

type Props = Pick<
  ModalProps,
  'opened' | 'onClose' | 'size' | 'fullScreen' | 'children' | 'onExitTransitionEnd' | 'styles'
> & {
  title: string
  /** At the top of the window instead of in the middle, so that its fields do not move while it grows. */
  isAtTop?: boolean
}

/** The strip with the toasts is above dialogs. */
const ABOVE_STRIP = { content: { height: 'calc(100dvh - var(--page-bottom))' } }

/** A dialog with a title. The focus moves to its first field, and returns when the dialog closes. */
export function Dialog({ isAtTop = false, children, ...props }: Props) {
  useInertBackground(props.opened)
  useTopDialog(props.opened, props.onClose)
  return (
    <Modal
      size="md"
      closeOnEscape={false}
      {...(isAtTop && { centered: false, yOffset: '6dvh' })}
      {...(props.fullScreen && { styles: ABOVE_STRIP, centered: false })}
      {...props}
    >
      <IsOpen value={props.opened}>{children}</IsOpen>
    </Modal>
  )
}
