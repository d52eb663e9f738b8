import { Anchor, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'wouter'
import { ForgottenPassword } from '#shared/auth/auth.ts'
import { NewPassword } from '#shared/fields.ts'
import { z } from 'zod'
import { messageOf } from '#src/lib/errors.ts'
import { trpc } from '#src/lib/trpc.ts'
import { Form } from '#src/ui/form.tsx'
import { AuthCard } from './auth-card.tsx'
import { NEW_PASSWORD, PasswordPair, usePasswordForm } from './password-pair.tsx'
import { usePasswordHint } from './use-sign-up.ts'

/** Asks for a link by mail. With the link of the mail, asks for the new password. */
export default function ForgotPasswordPage() {
  const [token] = useState(() => location.hash.slice(1))
  return token ? <NewPasswordForm token={token} /> : <MailForm />
}

function MailForm() {
  const ask = trpc.auth.forgotPassword.useMutation()
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(ForgottenPassword, { sync: true }) })
  return (
    <AuthCard
      title="Forgot your password?"
      hint="You get a mail with a link. It works for an hour."
      footer={<BackToSignIn />}
    >
      {ask.data ? (
        <Text mt="lg" role="status">
          {ask.data.message}
        </Text>
      ) : (
        <Form
          mt="lg"
          gap="md"
          form={form}
          onSubmit={(values) => ask.mutate(values)}
          submitLabel="Send Link"
          isBusy={ask.isPending}
          refusal={ask.error && messageOf(ask.error, 'Failed to send the link')}
        >
          <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
        </Form>
      )}
    </AuthCard>
  )
}

const schema = z.object({ password: NewPassword })

function NewPasswordForm({ token }: { token: string }) {
  const set = trpc.auth.setForgottenPassword.useMutation()
  const hint = usePasswordHint({ isOfAccount: true })
  const form = usePasswordForm(schema, {}, NEW_PASSWORD)
  return (
    <AuthCard title="Set a new password" footer={<BackToSignIn />}>
      {set.isSuccess ? (
        <Text mt="lg" role="status">
          Your password was reset. Sign in with the new one.
        </Text>
      ) : (
        <Form
          mt="lg"
          gap="md"
          form={form}
          onSubmit={({ password }) => set.mutate({ token, newPassword: password })}
          submitLabel="Set Password"
          isBusy={set.isPending}
          refusal={set.error && messageOf(set.error, 'Password reset failed')}
        >
          <PasswordPair form={form} texts={NEW_PASSWORD} description={hint} />
        </Form>
      )}
    </AuthCard>
  )
}

function BackToSignIn() {
  return (
    <Anchor component={Link} href="/login" inherit lh="24px">
      Back to Sign In
    </Anchor>
  )
}
