import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ApiToken, NewApiToken } from '#shared/api-tokens/api-token.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { KeepOldField } from './keep-old-field.tsx'
import type { TokenOwner } from './use-api-tokens.ts'

type Props = {
  /** Null while no token is to be rotated. */
  token: ApiToken | null
  onClose: () => void
  owner: TokenOwner
  onMade: (made: NewApiToken) => void
}

export function RotateTokenDialog({ token, onClose, owner, onMade }: Props) {
  const form = useForm({ initialValues: { hours: '24' } })
  const rotate = ({ hours }: { hours: string }) => {
    if (token) owner.rotate(token, Number(hours), { onSuccess: onMade })
    onClose()
  }
  return (
    <FormDialog
      title="Rotate Token"
      isOpen={token !== null}
      onClose={onClose}
      form={form}
      onSubmit={rotate}
      submitLabel="Rotate"
      isBusy={owner.isRotating}
    >
      <Text>A new token takes the place of the old one, with the same name and rights.</Text>
      <KeepOldField label="The old token" data-autofocus {...form.getInputProps('hours')} />
    </FormDialog>
  )
}
