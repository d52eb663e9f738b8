import { Group, SimpleGrid, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CopyButton } from '#src/ui/copy-button.tsx'
import { SuccessAlert } from '#src/ui/success-alert.tsx'

/** Shows new recovery codes, the only time. */
export function RecoveryCodes({ codes, onDismiss }: { codes: string[]; onDismiss: () => void }) {
  return (
    <SuccessAlert icon={IconKey} onDismiss={onDismiss}>
      <RecoveryCodeList codes={codes} />
    </SuccessAlert>
  )
}

export function RecoveryCodeList({ codes }: { codes: string[] }) {
  return (
    <>
      <Group gap={4} wrap="nowrap" align="start" justify="space-between">
        <Text>
          Keep these recovery codes in a safe place. Each one signs you in once, without your second factor. They are
          shown only this once.
        </Text>
        <CopyButton value={codes.join('\n')} label="Copy recovery codes" />
      </Group>
      <SimpleGrid
        component="ul"
        className="plain-list"
        aria-label="Recovery Codes"
        cols={{ base: 1, sm: 2 }}
        spacing="md"
        verticalSpacing={2}
        mt="xs"
      >
        {codes.map((code) => (
          <Text key={code} component="li" className="mono" size="sm">
            {code}
          </Text>
        ))}
      </SimpleGrid>
    </>
  )
}
