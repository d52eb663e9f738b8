import { Box, Skeleton, Stack, Text } from '@mantine/core'
import { ResetPassword } from '#shared/auth/auth.ts'
import { NewPassword } from '#shared/fields.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Form } from '#src/ui/form.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { Section } from '#src/ui/section.tsx'
import { NO_PASSWORD } from '../../auth/no-password.ts'
import { NEW_PASSWORD, PasswordPair, usePasswordForm } from '../../auth/password-pair.tsx'
import { useSignUp } from '../../auth/use-sign-up.ts'
import { useChangePassword, useProfile } from './use-account.ts'

const RULES = {
  spec: 'At least 6 characters.',
  strong:
    'At least 15 characters, or 8 if you have a second factor. Common passwords are refused, and those of little more than your name, your address or the name of this site.',
}

/** Changes the password, of users who have one. */
export function Password() {
  const { profile, error, retry } = useProfile()
  return (
    <Section title="Password">
      {error !== null ? (
        <ErrorState message={error} onRetry={retry} />
      ) : !profile ? (
        <Skeleton h={280} />
      ) : profile.hasPassword === false ? (
        <Text>{NO_PASSWORD}</Text>
      ) : (
        <ChangePassword />
      )}
    </Section>
  )
}

const schema = ResetPassword.pick({ currentPassword: true }).extend({ password: NewPassword })
const FIELDS = { currentPassword: 'currentPassword', newPassword: 'password' }

function ChangePassword() {
  const policy = useSignUp()?.passwordPolicy ?? 'spec'
  const form = usePasswordForm(schema, { currentPassword: '' }, NEW_PASSWORD)
  const change = useChangePassword(form.reset)
  return (
    <Stack gap="sm">
      <Text c="dimmed">A new password signs you out on all other devices. API tokens go on working.</Text>
      <Box maw={360}>
        <Form
          form={form}
          onSubmit={({ currentPassword, password }) => change.mutate({ currentPassword, newPassword: password })}
          submitLabel="Change Password"
          isBusy={change.isPending}
          refused={{ error: change.error, failure: 'Failed to change the password', fields: FIELDS }}
        >
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
          />
          <PasswordPair form={form} texts={NEW_PASSWORD} description={RULES[policy]} />
        </Form>
      </Box>
    </Stack>
  )
}
