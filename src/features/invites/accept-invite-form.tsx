import { Button, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { NewPassword } from '#shared/fields.ts'
import { AcceptInvite, INVITE_HOURS, type Invite } from '#shared/invites/invite.ts'
import { AuthCard } from '#src/features/auth/auth-card.tsx'
import { mismatch } from '#src/features/auth/mismatch.ts'
import { messageOf } from '#src/lib/errors.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { GoToLogin } from './go-to-login.tsx'
import { Welcome } from './welcome.tsx'

const MISMATCH = 'Passwords do not match'

// Nobody has a shorter password, so this holds for people with an account too.
const wrongFields = schemaResolver(AcceptInvite.pick({ name: true }).extend({ password: NewPassword }), { sync: true })

export function AcceptInviteForm({ token, invite }: { token: string; invite: Invite }) {
  const accept = trpc.invites.accept.useMutation()
  const form = useForm({
    initialValues: { name: '', password: '', confirmPassword: '' },
    validate: (values) => ({
      ...wrongFields(values),
      ...mismatch('confirmPassword', values.password, values.confirmPassword, MISMATCH),
    }),
  })
  const submit = form.onSubmit(({ name, password }) => accept.mutate({ token, name, password }), focusFirstError(form))
  const refusal = accept.error && messageOf(accept.error, 'Failed to accept invite')
  if (accept.data) return <Welcome message={accept.data.message} />
  return (
    <AuthCard title={`Join ${invite.projectName}`} hint={<InvitedAs invite={invite} />}>
      <form noValidate onSubmit={submit}>
        <Stack mt="lg">
          <ErrorBox message={refusal} />
          <TextInput label="Full Name" autoComplete="name" {...form.getInputProps('name')} />
          <PasswordField label="Password" autoComplete="new-password" required {...form.getInputProps('password')} />
          <PasswordField
            label="Confirm Password"
            autoComplete="new-password"
            required
            {...form.getInputProps('confirmPassword')}
            {...matchOf(form.values)}
          />
          <Text c="dimmed" size="sm">
            Already have an account? Just enter your current password; your name stays as it is.
          </Text>
          <Button type="submit" loading={accept.isPending}>
            Accept Invite
          </Button>
          <GoToLogin after={refusal} />
        </Stack>
      </form>
    </AuthCard>
  )
}

/** Says while somebody types whether the two passwords match. */
function matchOf({ password, confirmPassword }: { password: string; confirmPassword: string }) {
  if (confirmPassword === '') return {}
  return password === confirmPassword ? { success: 'Passwords match' } : { error: MISMATCH }
}

function InvitedAs({ invite }: { invite: Invite }) {
  return (
    <>
      You are invited as <b>{invite.email}</b>. The invite expires in {INVITE_HOURS} hours, on{' '}
      {formatDateTime(invite.expiresAt)}.
    </>
  )
}
