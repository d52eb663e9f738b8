import { Dialog } from './dialog.tsx'
import { Form, type FormProps } from './form.tsx'
import { useRefusal } from './use-refusal.ts'

type Props<Values> = Omit<FormProps<Values>, 'onCancel'> & {
  title: string
  size?: number
  isFullScreen?: boolean | undefined
  isOpen: boolean
  onClose: () => void
}

/** A form in a dialog. It is reset once the dialog has closed, and its refusal is not shown again. */
export function FormDialog<Values>({ title, size, isFullScreen = false, isOpen, onClose, ...form }: Props<Values>) {
  const { refusal, dismiss } = useRefusal(form.refusal ?? null)
  const onClosed = () => {
    form.form.reset()
    dismiss()
  }
  return (
    <Dialog
      title={title}
      fullScreen={isFullScreen}
      {...(size !== undefined && { size })}
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
    >
      <Form onCancel={onClose} {...form} refusal={refusal} />
    </Dialog>
  )
}
