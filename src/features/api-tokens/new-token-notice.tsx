import { Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { NewApiToken } from '#shared/api-tokens/api-token.ts'
import { CopyField } from '#src/ui/copy-field.tsx'
import { SuccessAlert } from '#src/ui/success-alert.tsx'

/** Shows the text of a new token, the only time. */
export function NewTokenNotice({ made, onDismiss }: { made: NewApiToken; onDismiss: () => void }) {
  return (
    <SuccessAlert icon={IconKey} onDismiss={onDismiss}>
      <Text mb={4} className="breakable">
        The token <bdi>{made.name}</bdi> is shown only this once. Copy it now.
      </Text>
      <CopyField label="Token" value={made.token} copyLabel="Copy token" />
    </SuccessAlert>
  )
}
