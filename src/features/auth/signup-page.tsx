import { Anchor, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link, useLocation } from 'wouter'
import { SignUp } from '#shared/auth/auth.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { saveSession } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'
import { mismatch } from './mismatch.ts'
import { useSignupEnabled } from './use-signup-enabled.ts'

export default function SignupPage() {
  const isEnabled = useSignupEnabled()
  if (isEnabled === undefined) return <PageLoader />
  return (
    <AuthCard title="Create your account" footer={<HaveAnAccount />}>
      {isEnabled ? <SignupForm /> : <Text mt="md">Need an account? Contact your administrator for an invite.</Text>}
    </AuthCard>
  )
}

const wrongFields = schemaResolver(SignUp, { sync: true })

function SignupForm() {
  const [, navigate] = useLocation()
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess: ({ accessToken, user }) => {
      saveSession(accessToken, user)
      navigate('/')
    },
  })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '', confirmPassword: '' },
    validate: (values) => ({
      ...wrongFields(values),
      ...mismatch('confirmPassword', values.password, values.confirmPassword, 'Passwords do not match'),
    }),
  })
  return (
    <AuthForm
      onSubmit={form.onSubmit((values) => signUp.mutate(values), focusFirstError(form))}
      call={signUp}
      fallback="Signup failed"
      submitLabel="Sign Up"
    >
      <TextInput
        label="Full Name"
        autoComplete="name"
        required
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <EmailField form={form} />
      <PasswordField
        label="Password"
        description="At least 6 characters"
        autoComplete="new-password"
        required
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        required
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </AuthForm>
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
