import { Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconKey, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { trpc } from '#src/lib/trpc.ts'
import { canUsePasskeys } from '../auth/can-use-passkeys.ts'
import { passkeyMessage } from '../auth/passkeys.ts'
import { ProviderLinks } from '../auth/provider-links.tsx'
import { useSignUp } from '../auth/use-signup-enabled.ts'
import { useConfirm } from './use-factors.ts'

/** React calls it when the field appears. */
const focusOnce = (field: HTMLInputElement | null) => field?.focus()

type Props = { onConfirmed?: (() => void) | undefined }

/** Asks for the password or a factor, because the last one was given too long ago. */
export function ConfirmYourself({ onConfirmed }: Props) {
  const { data } = trpc.auth.profile.useQuery()
  return data?.hasPassword === false ? <SignInAgain /> : <ConfirmDialog onConfirmed={onConfirmed} />
}

/** For people without a password. Who has a second factor is asked for it too. */
function SignInAgain() {
  return (
    <div>
      <Text mb="sm">What signs you in is shown and changed for ten minutes after a sign-in.</Text>
      <ProviderLinks providers={useSignUp()?.providers ?? []} to="/profile" />
    </div>
  )
}

function ConfirmDialog({ onConfirmed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const { confirm, options } = useConfirm(onConfirmed)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (kind === 'password' && password === '' ? 'Password is required' : null),
      code: (code) => (kind === 'code' && code.trim() === '' ? 'Code is required' : null),
    },
  })
  const methods = options.data?.methods ?? []
  return (
    <div>
      <Text mb="sm">
        What signs you in is shown and changed for ten minutes after you enter your password, a code or a passkey.
      </Text>
      <Button
        variant="default"
        leftSection={<IconShieldLock size={16} aria-hidden />}
        onClick={() => {
          options.mutate()
          setOpen(true)
        }}
      >
        Confirm It Is You
      </Button>
      <FormDialog
        title="Confirm it is you"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        form={form}
        onSubmit={({ password, code }) => confirm.mutate(kind === 'password' ? { password } : { code })}
        submitLabel="Confirm"
        isBusy={confirm.isPending}
        refusal={confirm.error && passkeyMessage(confirm.error, 'Failed to confirm')}
      >
        {kind === 'password' ? (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            required
            data-autofocus
            {...form.getInputProps('password')}
          />
        ) : (
          <TextInput
            label="Code"
            required
            ref={focusOnce}
            inputMode="numeric"
            autoComplete="one-time-code"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('code')}
          />
        )}
        {methods.includes('totp') && (
          <TextButton onClick={() => setKind(kind === 'password' ? 'code' : 'password')}>
            {kind === 'password' ? 'Use a code of the app' : 'Use the password'}
          </TextButton>
        )}
        {methods.includes('passkey') && canUsePasskeys() && (
          <Button
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            disabled={confirm.isPending}
            onClick={() => confirm.mutate('passkey')}
          >
            Use a passkey
          </Button>
        )}
      </FormDialog>
    </div>
  )
}
