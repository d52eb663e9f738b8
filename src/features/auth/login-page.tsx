import { Anchor, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { SignedIn, SignIn } from '#shared/auth/auth.ts'
import { messageOf, secondFactorOf } from '#src/lib/errors.ts'
import { saveSession } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { Form } from '#src/ui/form.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { useFrom } from './use-from.ts'
import { useSignUp } from './use-sign-up.ts'

const OtherWays = lazyPart(() => import('./other-ways.tsx'))
const ProviderStep = lazy(() => import('./provider-step.tsx'))
const SecondFactorStep = lazy(() => import('./second-factor-step.tsx'))

/** Loads the schema on submit: zod would add half to the scripts of a first visit. */
async function invalidFields(values: SignIn) {
  const { SignIn } = await import('#shared/auth/auth.ts')
  return await schemaResolver(SignIn)(values)
}

export default function LoginPage() {
  const [, navigate] = useLocation()
  const from = useFrom()
  function enter({ accessToken, user, mustResetPassword, mustSetUpFactor = false }: SignedIn, to = from): void {
    saveSession(accessToken, { ...user, mustResetPassword, mustSetUpFactor })
    const next = mustResetPassword ? '/reset-password' : mustSetUpFactor ? '/second-factor' : to
    // Back must not lead to the form again.
    navigate(next, { replace: true, ...(next !== to && { state: { from: to } }) })
  }
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: (signedIn) => enter(signedIn),
  })
  const signInSecondFactor = trpc.auth.signInSecondFactor.useMutation({ onSuccess: (signedIn) => enter(signedIn) })
  const form = useForm({ initialValues: { email: '', password: '' }, validate: invalidFields })
  const hasOthers = useSignUp()?.providers !== undefined || canUsePasskeys()
  const [isFromProvider, setFromProvider] = useState(() => /^#(ticket|status)=/.test(window.location.hash))
  if (isFromProvider)
    return (
      <Suspense fallback={<PageLoader />}>
        <ProviderStep onSignedIn={enter} onBack={() => setFromProvider(false)} />
      </Suspense>
    )
  const needed = secondFactorOf(signIn.error)
  if (needed)
    return (
      <Suspense fallback={<PageLoader />}>
        <SecondFactorStep
          needed={needed}
          onProof={(proof) => signInSecondFactor.mutate({ ticket: needed.ticket, ...proof })}
          isBusy={signInSecondFactor.isPending}
          refusal={signInSecondFactor.error && messageOf(signInSecondFactor.error, 'Login failed')}
          onBack={() => {
            signIn.reset()
            signInSecondFactor.reset()
          }}
        />
      </Suspense>
    )
  return (
    <AuthCard title="Sign in to Assay" footer={<NeedAnAccount />}>
      <Form
        mt="lg"
        gap="md"
        form={form}
        onSubmit={(values) => signIn.mutate(values)}
        submitLabel="Sign In"
        isBusy={signIn.isPending}
        refusal={signIn.error && messageOf(signIn.error, 'Login failed')}
        footer={hasOthers && <OtherWays onSignedIn={enter} to={from} />}
      >
        <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
        <ForgotPassword />
      </Form>
    </AuthCard>
  )
}

/** Only where the server sends mails. */
function ForgotPassword() {
  if (!useSignUp()?.passwordsByMail) return null
  return (
    <Anchor component={Link} href="/forgot-password" size="sm">
      Forgot password?
    </Anchor>
  )
}

function NeedAnAccount() {
  const isEnabled = useSignUp()?.signupEnabled
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
