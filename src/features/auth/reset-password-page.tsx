import { Anchor, Group, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { NewPassword } from '#shared/fields.ts'
import { ResetPassword } from '#shared/auth/auth.ts'
import { messageOf } from '#src/lib/errors.ts'
import { saveSession, useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { Form } from '#src/ui/form.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { LogoutButton } from './logout-button.tsx'
import { LogoutEverywhereButton } from './logout-everywhere-button.tsx'
import { NO_PASSWORD } from './no-password.ts'
import { NEW_PASSWORD, PasswordPair, usePasswordForm } from './password-pair.tsx'
import { useFrom } from './use-from.ts'
import { usePasswordHint } from './use-sign-up.ts'

const schema = ResetPassword.pick({ currentPassword: true }).extend({ password: NewPassword })

export default function ResetPasswordPage() {
  const [, navigate] = useLocation()
  const user = useSessionUser()
  const from = useFrom()
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: ({ accessToken }) => {
      if (user) saveSession(accessToken, { ...user, mustResetPassword: false })
      navigate(from, { replace: true })
    },
  })
  const form = usePasswordForm(schema, { currentPassword: '' }, NEW_PASSWORD)
  const hint = usePasswordHint({ isOfAccount: true })
  const { data: profile } = trpc.auth.profile.useQuery()
  if (profile?.hasPassword === false)
    return (
      <AuthCard title="Set a new password" footer={<OtherWays />}>
        <Text mt="lg">{NO_PASSWORD}</Text>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Set a new password"
      hint={user?.mustResetPassword && REASON}
      footer={user?.mustResetPassword ? <LogoutButton /> : <OtherWays />}
    >
      <Form
        mt="lg"
        gap="md"
        form={form}
        onSubmit={({ currentPassword, password }) => reset.mutate({ currentPassword, newPassword: password })}
        submitLabel="Reset Password"
        isBusy={reset.isPending}
        refusal={reset.error && messageOf(reset.error, 'Password reset failed')}
      >
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          {...form.getInputProps('currentPassword')}
        />
        <PasswordPair form={form} texts={NEW_PASSWORD} description={hint} />
      </Form>
    </AuthCard>
  )
}

const REASON = 'Your password was set by an administrator. Choose one of your own to go on.'

function OtherWays() {
  return (
    <Group component="span" justify="center" gap="md">
      <Anchor component={Link} href="/" inherit lh="24px">
        Back to Projects
      </Anchor>
      <LogoutEverywhereButton />
    </Group>
  )
}
