import { Anchor } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { SignIn } from '#shared/auth/auth.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { saveSession } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { PasswordField } from '#src/ui/password-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'
import { useSignupEnabled } from './use-signup-enabled.ts'

/** The schema comes when it is needed: it is a third of what a first visit would have to load. */
async function wrongFields(values: SignIn) {
  const { SignIn } = await import('#shared/auth/auth.ts')
  return await schemaResolver(SignIn)(values)
}

export default function LoginPage() {
  const [, navigate] = useLocation()
  const from = useHistoryState<{ from?: string } | null>()?.from ?? '/'
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: ({ accessToken, user, mustResetPassword }) => {
      saveSession(accessToken, { ...user, mustResetPassword })
      navigate(mustResetPassword ? '/reset-password' : from)
    },
  })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: wrongFields,
  })
  return (
    <AuthCard title="Sign in to Assay" footer={<NeedAnAccount />}>
      <AuthForm
        onSubmit={form.onSubmit((values) => signIn.mutate(values), focusFirstError(form))}
        call={signIn}
        fallback="Login failed"
        submitLabel="Sign In"
      >
        <EmailField form={form} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
      </AuthForm>
    </AuthCard>
  )
}

function NeedAnAccount() {
  const isEnabled = useSignupEnabled()
  if (isEnabled === undefined) return null
  if (!isEnabled) return 'Need an account? Contact your administrator for an invite.'
  return (
    <>
      Need an account?{' '}
      <Anchor component={Link} href="/signup" inherit>
        Sign Up
      </Anchor>
    </>
  )
}
