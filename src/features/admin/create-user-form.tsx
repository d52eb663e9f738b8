import { Button, Checkbox, Paper, Stack, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { CreateUser } from '#shared/admin/admin.ts'
import { messageOf } from '#src/lib/errors.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { PasswordField } from '#src/ui/password-field.tsx'
import { CreatedUserNotice } from './created-user-notice.tsx'
import { useCreateUser } from './use-admin.ts'

const wrongFields = schemaResolver(CreateUser, { sync: true })

export function CreateUserForm() {
  const create = useCreateUser()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', name: '', password: '', isAdmin: false, sendInvite: false },
    transformValues: toInput,
    validate: (values) => wrongFields(toInput(values)),
  })
  const submit = form.onSubmit(
    (input) => create.mutate(input, { onSuccess: () => form.reset() }),
    focusFirstError(form),
  )
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="create-user">
      <Title order={2} id="create-user" mb="sm">
        New User
      </Title>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <ErrorBox message={create.error && `Error: ${messageOf(create.error, 'Failed to create user')}`} />
          <TextInput
            label="Email"
            {...afterRemovalOf('user')}
            type="email"
            autoComplete="off"
            required
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Full Name"
            autoComplete="off"
            required
            dir="auto"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <PasswordField
            label="Password"
            placeholder="Optional: one is made up"
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Checkbox
            label="Admin user"
            key={form.key('isAdmin')}
            {...form.getInputProps('isAdmin', { type: 'checkbox' })}
          />
          <Checkbox
            label="Send invite (future feature)"
            key={form.key('sendInvite')}
            {...form.getInputProps('sendInvite', { type: 'checkbox' })}
          />
          <Button type="submit" loading={create.isPending}>
            Create User
          </Button>
          {create.data && <CreatedUserNotice user={create.data} onDismiss={() => create.reset()} />}
        </Stack>
      </form>
    </Paper>
  )
}

/** A password left empty is none: the server makes one up. */
function toInput<Values extends { password: string }>(values: Values) {
  return { ...values, password: values.password === '' ? null : values.password }
}
