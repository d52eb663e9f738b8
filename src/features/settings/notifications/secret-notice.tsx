import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyField } from '#src/ui/copy-field.tsx'

/** Shows a secret, which no later call returns. */
export function SecretNotice({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Text>Enter it in the receiver, which checks the signatures with it. It is shown only this once.</Text>
      <CopyField label="Secret" value={secret} copyLabel="Copy secret" />
      <Group justify="flex-end" mt="xs">
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
