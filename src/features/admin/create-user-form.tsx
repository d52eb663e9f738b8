import { Checkbox, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconUserCheck } from '@tabler/icons-react'
import { CreateUser, type CreatedUser } from '#shared/admin/admin.ts'
import { messageOf } from '#src/lib/errors.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { Form } from '#src/ui/form.tsx'
import { PasswordField } from '#src/ui/password-field.tsx'
import { Section } from '#src/ui/section.tsx'
import { SuccessAlert } from '#src/ui/success-alert.tsx'
import { TempPassword } from './temp-password-notice.tsx'
import { useCreateUser } from './use-admin.ts'

const invalidFields = schemaResolver(CreateUser, { sync: true })

export function CreateUserForm({ isMailOn }: { isMailOn: boolean }) {
  const create = useCreateUser()
  const form = useForm({
    initialValues: { email: '', name: '', password: '', isAdmin: false, sendInvite: false },
    transformValues: toInput,
    validate: (values) => invalidFields(toInput(values)),
  })
  return (
    <Section title="New User">
      <Form
        form={form}
        onSubmit={(input) => create.mutate(input, { onSuccess: form.reset })}
        submitLabel="Create User"
        isBusy={create.isPending}
        refusal={create.error && `Error: ${messageOf(create.error, 'Failed to create user')}`}
        footer={create.data && <CreatedUserNotice user={create.data} onDismiss={create.reset} />}
      >
        <TextInput
          label="Email"
          {...afterRemovalOf('user')}
          type="email"
          autoComplete="off"
          required
          {...form.getInputProps('email')}
        />
        <TextInput label="Full Name" autoComplete="off" required dir="auto" {...form.getInputProps('name')} />
        <PasswordField
          label="Password"
          placeholder="Optional: generated if empty"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Checkbox label="Admin user" {...form.getInputProps('isAdmin', { type: 'checkbox' })} />
        <Checkbox
          label={isMailOn ? 'Send invite by mail' : 'Send invite (future feature)'}
          {...form.getInputProps('sendInvite', { type: 'checkbox' })}
        />
      </Form>
    </Section>
  )
}

/** Without a password the server generates one. */
function toInput<Values extends { password: string }>(values: Values) {
  return { ...values, password: values.password === '' ? null : values.password }
}

/** Confirms the new user, with the temporary password if the server generated one. */
function CreatedUserNotice({ user, onDismiss }: { user: CreatedUser; onDismiss: () => void }) {
  return (
    <SuccessAlert icon={IconUserCheck} onDismiss={onDismiss}>
      <Text className="breakable">
        {user.name} can sign in as {user.email}.
      </Text>
      {user.isMailed && <Text mt={4}>A mail with what they need is on its way.</Text>}
      {user.tempPassword !== null && <TempPassword password={user.tempPassword} />}
    </SuccessAlert>
  )
}
