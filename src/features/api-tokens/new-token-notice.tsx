import { Alert, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { NewApiToken } from '#shared/api-tokens/api-token.ts'
import { CopyField } from '#src/ui/copy-field.tsx'

/** Shows the text of a new token, the only time. */
export function NewTokenNotice({ made, onDismiss }: { made: NewApiToken; onDismiss: () => void }) {
  return (
    <Alert
      color="teal"
      role="status"
      icon={<IconKey aria-hidden />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onDismiss}
    >
      <Text mb={4} className="breakable">
        The token <bdi>{made.name}</bdi> is shown only this once. Copy it now.
      </Text>
      <CopyField label="Token" value={made.token} copyLabel="Copy token" />
    </Alert>
  )
}
