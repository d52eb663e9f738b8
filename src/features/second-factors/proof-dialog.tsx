import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconKey } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { canUsePasskeys } from '../auth/can-use-passkeys.ts'
import { ProviderLinks } from '../auth/provider-links.tsx'
import { useSignUp } from '../auth/use-sign-up.ts'
import { type Proof, useProofMethods } from './use-factors.ts'

type Props = {
  title: string
  submitLabel: string
  isOpen: boolean
  onClose: () => void
  /** The proof is undefined if none is asked for. */
  onProof: (proof: Proof | undefined) => void
  isBusy: boolean
  refusal: string | null
  /** Whether people without a password must confirm their identity, as others always must. */
  mustProve: boolean
  children?: ReactNode
}

/** React calls it when the field appears. */
const focusOnce = (field: HTMLInputElement | null) => field?.focus()

/** Asks to confirm the identity by what the person has: the password, a code, a passkey, or a new sign-in. */
export function ProofDialog({ onProof, mustProve, children, ...dialog }: Props) {
  const hasPassword = trpc.auth.profile.useQuery().data?.hasPassword !== false
  const isAsked = hasPassword || mustProve
  const methods = useProofMethods(dialog.isOpen && isAsked)
  const [prefersCode, setPrefersCode] = useState(false)
  const hasApp = methods.includes('totp')
  const field = !isAsked ? null : hasPassword && !prefersCode ? 'password' : hasApp ? 'code' : null
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (field === 'password' && password === '' ? 'Password is required' : null),
      code: (code) => (field === 'code' && code.trim() === '' ? 'Code is required' : null),
    },
  })
  return (
    <FormDialog
      {...dialog}
      form={form}
      submitLabel={isAsked && field === null ? null : dialog.submitLabel}
      onSubmit={({ password, code }) =>
        onProof(field === 'password' ? { password } : field === 'code' ? { code } : undefined)
      }
    >
      {children}
      {field === 'password' && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
      )}
      {field === 'code' && (
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
      {isAsked && hasPassword && hasApp && (
        <TextButton onClick={() => setPrefersCode(!prefersCode)}>
          {field === 'password' ? 'Use a code of the app' : 'Use the password'}
        </TextButton>
      )}
      {isAsked && methods.includes('passkey') && canUsePasskeys() && (
        <BusyButton
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          isBusy={dialog.isBusy}
          onClick={() => onProof('passkey')}
        >
          Use a passkey
        </BusyButton>
      )}
      {isAsked && !hasPassword && <NewSignIn />}
    </FormDialog>
  )
}

/** A sign-in counts for ten minutes. */
function NewSignIn() {
  return (
    <>
      <Text>Sign in again, then come back to this page.</Text>
      <ProviderLinks providers={useSignUp()?.providers ?? []} to="/profile" />
    </>
  )
}
