import { Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import type { NewTotp } from '#shared/auth/factor.ts'
import { messageOf } from '#src/lib/errors.ts'
import { CopyField } from '#src/ui/copy-field.tsx'
import { Form } from '#src/ui/form.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { QrCode } from './qr-code.tsx'
import { useNewApp } from './use-factors.ts'

type Props = {
  /** `recoveryCodes` is empty if there are some already. */
  onAdded: (recoveryCodes: string[]) => void
  onCancel?: () => void
}

/** Shows the secret of a new authenticator app, and takes the first code of the app. */
export function AddApp({ onAdded, onCancel }: Props) {
  const { start, confirm } = useNewApp()
  const { mutate: begin } = start
  useEffect(() => begin(), [begin])
  const form = useForm({
    initialValues: { code: '', name: '' },
    validate: { code: (code) => (/^\s*(\d\s*){6}$/.test(code.normalize('NFKC')) ? null : 'Code must have 6 digits') },
  })
  if (start.error) return <RowError message={messageOf(start.error, 'Failed to begin')} onRetry={() => begin()} />
  return (
    <Form
      form={form}
      onSubmit={(values) => {
        if (start.data)
          confirm.mutate(
            { ...values, ticket: start.data.ticket },
            { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) },
          )
      }}
      submitLabel="Add App"
      isBusy={confirm.isPending}
      isDisabled={!start.data}
      refusal={confirm.error && messageOf(confirm.error, 'Failed to add the app')}
      {...(onCancel && { onCancel })}
    >
      <Text>
        Scan the code with an authenticator app, or type its key. Then enter the six digits that the app shows.
      </Text>
      <Secret app={start.data} />
      <TextInput
        label="Code"
        required
        data-autofocus
        inputMode="numeric"
        autoComplete="one-time-code"
        classNames={{ input: 'mono' }}
        {...form.getInputProps('code')}
      />
      <TextInput
        label="Name"
        placeholder="Authenticator app"
        autoComplete="off"
        maxLength={255}
        dir="auto"
        {...form.getInputProps('name')}
      />
    </Form>
  )
}

function Secret({ app }: { app: NewTotp | undefined }) {
  return (
    <Stack gap="sm">
      <Group justify="center">
        {app ? <QrCode text={app.uri} label="QR code for the authenticator app" /> : <Skeleton w={180} h={180} />}
      </Group>
      {app ? <CopyField label="Key" value={app.secret} copyLabel="Copy key" /> : <Skeleton h={58} />}
    </Stack>
  )
}
