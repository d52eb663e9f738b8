import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Form } from '#src/ui/form.tsx'
import { passkeyMessage } from '../auth/passkeys.ts'
import { useNewPasskey } from './use-factors.ts'

type Props = {
  /** `recoveryCodes` is empty if there are some already. */
  onAdded: (recoveryCodes: string[]) => void
  onCancel?: () => void
}

/** Lets the browser make a passkey. */
export function AddPasskey({ onAdded, onCancel }: Props) {
  const add = useNewPasskey()
  const form = useForm({ initialValues: { name: '' } })
  return (
    <Form
      form={form}
      onSubmit={({ name }) => add.mutate(name, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) })}
      submitLabel="Add Passkey"
      isBusy={add.isPending}
      refusal={add.error && passkeyMessage(add.error, 'Failed to add the passkey')}
      {...(onCancel && { onCancel })}
    >
      <Text>
        Your device or password manager keeps a passkey, and asks for your fingerprint, face or PIN. It also signs you
        in without a password.
      </Text>
      <TextInput
        label="Name"
        placeholder="Passkey"
        data-autofocus
        autoComplete="off"
        maxLength={255}
        dir="auto"
        {...form.getInputProps('name')}
      />
    </Form>
  )
}
