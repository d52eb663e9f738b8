import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type FormProps = {
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  submitLabel: string
  isBusy: boolean
  children: ReactNode
}

type Props = FormProps & { title: string; isOpen: boolean; onClosed?: () => void }

/** A dialog that is a form. */
export function FormDialog({ title, isOpen, onClosed, ...form }: Props) {
  return (
    <Dialog title={title} opened={isOpen} onClose={form.onClose} {...(onClosed && { onExitTransitionEnd: onClosed })}>
      <DialogForm {...form} />
    </Dialog>
  )
}

/** The form in a dialog, with its buttons. What a field needs is said beside it, not by the browser. */
export function DialogForm({ onClose, onSubmit, submitLabel, isBusy, children }: FormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm">
        {children}
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
