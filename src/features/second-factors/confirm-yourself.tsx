import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { useConfirm } from './use-factors.ts'

/** Asks for the password, because the last one was given too long ago. */
export function ConfirmYourself() {
  const [isOpen, setOpen] = useState(false)
  const confirm = useConfirm()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? 'Password is required' : null) },
  })
  return (
    <div>
      <Text mb="sm">Second factors are shown and changed for ten minutes after you enter your password.</Text>
      <Button variant="default" leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Confirm It Is You
      </Button>
      <FormDialog
        title="Confirm it is you"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        form={form}
        onSubmit={(input) => confirm.mutate(input)}
        submitLabel="Confirm"
        isBusy={confirm.isPending}
        refusal={confirm.error && messageOf(confirm.error, 'Failed to confirm')}
      >
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
      </FormDialog>
    </div>
  )
}
