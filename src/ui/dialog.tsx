import { Modal, type ModalProps } from '@mantine/core'

type Props = Pick<ModalProps, 'opened' | 'onClose' | 'size' | 'children' | 'onExitTransitionEnd' | 'styles'> & { title: string }

/** A dialog with a title. Focus goes to its first field, and back to where it was when the dialog closes. */
export function Dialog(props: Props) {
  return <Modal size="md" {...props} />
}
