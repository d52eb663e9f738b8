import { Anchor, Text, TextInput } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { SignUp } from '#shared/auth/auth.ts'
import { messageOf } from '#src/lib/errors.ts'
import { saveSession } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { Form } from '#src/ui/form.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { AuthCard } from './auth-card.tsx'
import { PASSWORD, PasswordPair, usePasswordForm } from './password-pair.tsx'
import { usePasswordHint, useSignUp } from './use-sign-up.ts'

export default function SignupPage() {
  const signUp = useSignUp()
  if (signUp === undefined) return <PageLoader />
  return (
    <AuthCard title="Create your account" footer={<HaveAnAccount />}>
      {signUp.signupEnabled ? (
        <SignupForm needsSetupToken={signUp.setupTokenNeeded ?? false} />
      ) : (
        <Text mt="md">Need an account? Contact your administrator for an invite.</Text>
      )}
    </AuthCard>
  )
}

function SignupForm({ needsSetupToken }: { needsSetupToken: boolean }) {
  const [, navigate] = useLocation()
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess: ({ accessToken, user, mustSetUpFactor = false }) => {
      saveSession(accessToken, { ...user, mustSetUpFactor })
      navigate('/', { replace: true })
    },
  })
  const form = usePasswordForm(SignUp, { name: '', email: '', setupToken: '' }, PASSWORD)
  return (
    <Form
      mt="lg"
      gap="md"
      form={form}
      onSubmit={(values) => signUp.mutate(values)}
      submitLabel="Sign Up"
      isBusy={signUp.isPending}
      refusal={signUp.error && messageOf(signUp.error, 'Signup failed')}
    >
      <TextInput label="Full Name" autoComplete="name" required {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
      <PasswordPair form={form} texts={PASSWORD} description={usePasswordHint()} />
      {needsSetupToken && (
        <TextInput
          label="Setup Token"
          description="Makes you the first administrator. SETUP_TOKEN of the server"
          autoComplete="off"
          {...form.getInputProps('setupToken')}
        />
      )}
    </Form>
  )
}

function HaveAnAccount() {
  return (
    <>
      Already have an account?{' '}
      <Anchor component={Link} href="/login" inherit>
        Sign In
      </Anchor>
    </>
  )
}
