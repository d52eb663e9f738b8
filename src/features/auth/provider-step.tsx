import { Anchor, Box } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { SignedIn } from '#shared/auth/auth.ts'
import { codeOf, messageOf, secondFactorOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { Form } from '#src/ui/form.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { useProviderAnswer } from './provider-answer.ts'
import SecondFactorStep from './second-factor-step.tsx'

type Props = { onSignedIn: (signedIn: SignedIn, to?: string) => void; onBack: () => void }

const PASSWORD_NEEDED = 'PASSWORD_NEEDED'

/** Goes on with a sign-in that comes back from a provider. */
export default function ProviderStep({ onSignedIn, onBack }: Props) {
  const { ticket, to, error: refusal } = useProviderAnswer()
  const [isPasswordNeeded, setPasswordNeeded] = useState(false)
  const onSuccess = (signedIn: SignedIn) => onSignedIn(signedIn, to)
  const { mutate, error, isPending } = trpc.auth.signInOidc.useMutation({
    onSuccess,
    onError: (refused) => {
      if (codeOf(refused) === PASSWORD_NEEDED) setPasswordNeeded(true)
    },
  })
  const second = trpc.auth.signInSecondFactor.useMutation({ onSuccess })
  const isSent = useRef(false)
  useEffect(() => {
    if (ticket === undefined || isSent.current) return
    isSent.current = true
    mutate({ ticket })
  }, [ticket, mutate])
  const failure = error && codeOf(error) !== PASSWORD_NEEDED ? messageOf(error, 'Login failed') : null
  const needed = secondFactorOf(error)
  if (needed)
    return (
      <SecondFactorStep
        needed={needed}
        onProof={(proof) => second.mutate({ ticket: needed.ticket, ...proof })}
        isBusy={second.isPending}
        refusal={second.error && messageOf(second.error, 'Login failed')}
        onBack={onBack}
      />
    )
  const footer = (
    <Anchor component="button" type="button" inherit lh="24px" onClick={onBack}>
      Back to Sign In
    </Anchor>
  )
  if (ticket !== undefined && isPasswordNeeded)
    return (
      <AuthCard
        title="Connect your account"
        hint="There is an account with your address. Enter its password once; from then on the provider signs you in."
        footer={footer}
      >
        <PasswordForm onPassword={(password) => mutate({ ticket, password })} isBusy={isPending} refusal={failure} />
      </AuthCard>
    )
  const refused = refusal ?? failure
  if (refused === null) return <PageLoader />
  return (
    <AuthCard title="You are not signed in" footer={footer}>
      <Box mt="md">
        <ErrorBox message={refused} />
      </Box>
    </AuthCard>
  )
}

type FormProps = { onPassword: (password: string) => void; isBusy: boolean; refusal: string | null }

function PasswordForm({ onPassword, isBusy, refusal }: FormProps) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? 'Password is required' : null) },
  })
  return (
    <Form
      mt="lg"
      gap="md"
      form={form}
      onSubmit={({ password }) => onPassword(password)}
      submitLabel="Connect"
      isBusy={isBusy}
      refusal={refusal}
    >
      <PasswordField label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
    </Form>
  )
}
