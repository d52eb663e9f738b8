import { schemaResolver, useForm } from '@mantine/form'
import { PasswordField } from '#src/ui/password-field.tsx'

export const PASSWORD = {
  label: 'Password',
  confirmLabel: 'Confirm Password',
  mismatch: 'Passwords do not match',
}

export const NEW_PASSWORD = {
  label: 'New Password',
  confirmLabel: 'Confirm New Password',
  mismatch: 'New passwords do not match',
}

/** A form with `fields`, a password and its confirmation, which must equal the password. */
export function usePasswordForm<Fields extends object>(
  schema: Parameters<typeof schemaResolver>[0],
  fields: Fields,
  { mismatch }: typeof PASSWORD,
) {
  const invalidFields = schemaResolver(schema, { sync: true })
  return useForm({
    initialValues: { ...fields, password: '', confirmPassword: '' },
    validate: (values) => ({
      ...invalidFields(values),
      ...(values.password !== values.confirmPassword && { confirmPassword: mismatch }),
    }),
  })
}

type Props = {
  form: {
    values: { password: string; confirmPassword: string }
    getInputProps: (field: 'password' | 'confirmPassword') => object
  }
  texts: typeof PASSWORD
  description?: string
}

/** The password fields of `usePasswordForm`. While typing, the confirmation shows whether it matches. */
export function PasswordPair({ form, texts, description }: Props) {
  const { password, confirmPassword } = form.values
  const match = password === confirmPassword ? { success: 'Passwords match' } : { error: texts.mismatch }
  return (
    <>
      <PasswordField
        label={texts.label}
        description={description}
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={texts.confirmLabel}
        autoComplete="new-password"
        required
        {...form.getInputProps('confirmPassword')}
        {...(confirmPassword !== '' && match)}
      />
    </>
  )
}
