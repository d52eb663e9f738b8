import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  submitLabel: string
  isBusy: boolean
  children: ReactNode
  onClosed?: () => void
}

/** A dialog that is a form. What a field needs is said beside it, not by the browser. */
export function FormDialog({ title, isOpen, onClose, onSubmit, submitLabel, isBusy, children, onClosed }: Props) {
  return (
    <Dialog title={title} opened={isOpen} onClose={onClose} {...(onClosed && { onExitTransitionEnd: onClosed })}>
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
    </Dialog>
  )
}
