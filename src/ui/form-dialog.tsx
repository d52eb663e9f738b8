import { Dialog } from './dialog.tsx'
import { Form, type FormProps } from './form.tsx'

type Props<Values> = Omit<FormProps<Values>, 'onCancel'> & {
  title: string
  size?: number
  isFullScreen?: boolean | undefined
  isOpen: boolean
  onClose: () => void
}

/** A form in a dialog. It is reset once the dialog has closed. */
export function FormDialog<Values>({ title, size, isFullScreen = false, isOpen, onClose, ...form }: Props<Values>) {
  return (
    <Dialog
      title={title}
      fullScreen={isFullScreen}
      {...(size !== undefined && { size })}
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={form.form.reset}
    >
      <Form onCancel={onClose} {...form} />
    </Dialog>
  )
}
