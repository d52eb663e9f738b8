import { Anchor } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Link, useLocation } from 'wouter'
import { ResetPassword } from '#shared/auth/auth.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { saveSession, useSessionUser } from '#src/lib/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { PasswordField } from '#src/ui/password-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { AuthForm } from './auth-form.tsx'
import { LogoutButton } from './logout-button.tsx'
import { mismatch } from './mismatch.ts'

const wrongFields = schemaResolver(ResetPassword, { sync: true })

export default function ResetPasswordPage() {
  const [, navigate] = useLocation()
  const user = useSessionUser()
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: ({ accessToken }) => {
      if (user) saveSession(accessToken, { ...user, mustResetPassword: false })
      navigate('/')
    },
  })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', confirmNewPassword: '' },
    validate: (values) => ({
      ...wrongFields(values),
      ...mismatch('confirmNewPassword', values.newPassword, values.confirmNewPassword, 'New passwords do not match'),
    }),
  })
  return (
    <AuthCard
      title="Set a new password"
      hint={user?.mustResetPassword && REASON}
      footer={<WayOut isForced={user?.mustResetPassword} />}
    >
      <AuthForm
        onSubmit={form.onSubmit((values) => reset.mutate(values), focusFirstError(form))}
        call={reset}
        fallback="Password reset failed"
        submitLabel="Reset Password"
      >
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label="New Password"
          description="At least 6 characters"
          autoComplete="new-password"
          required
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          label="Confirm New Password"
          autoComplete="new-password"
          required
          key={form.key('confirmNewPassword')}
          {...form.getInputProps('confirmNewPassword')}
        />
      </AuthForm>
    </AuthCard>
  )
}

const REASON = 'Your password was set by an administrator. Choose one of your own to go on.'

function WayOut({ isForced }: { isForced: boolean | undefined }) {
  if (isForced) return <LogoutButton />
  return (
    <Anchor component={Link} href="/" inherit>
      Back to Projects
    </Anchor>
  )
}
