import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { download } from '#src/lib/download.ts'
import { clearSession } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { Section } from '#src/ui/section.tsx'

/** What is stored about the user: to take along, or to erase. */
export function MyData() {
  const [isErasing, setErasing] = useState(false)
  const exportMine = () =>
    void download({ path: '/auth/export', name: 'my-data.json', failure: 'Failed to export your data' })
  return (
    <Section
      title="Your Data"
      hint="Erasing ends your account. Your name becomes “Former member”, and your email, devices, tokens and networks are deleted. Texts that you wrote stay."
    >
      <Group gap="xs">
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={exportMine}>
          Export My Data
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconUserX size={16} aria-hidden />}
          onClick={() => setErasing(true)}
        >
          Erase My Account
        </Button>
      </Group>
      <EraseDialog isOpen={isErasing} onClose={() => setErasing(false)} />
    </Section>
  )
}

function EraseDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const erase = trpc.erasure.eraseMe.useMutation({ onSuccess: () => clearSession() })
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? 'Password is required' : null) },
  })
  return (
    <FormDialog
      title="Erase My Account"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(input) => erase.mutate(input)}
      submitLabel="Erase My Account"
      isBusy={erase.isPending}
      refusal={erase.error && messageOf(erase.error, 'Failed to erase the account')}
    >
      <Text>
        Are you sure you want to erase your account? This cannot be undone. Projects that you own pass to an
        administrator.
      </Text>
      <PasswordField label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
    </FormDialog>
  )
}
