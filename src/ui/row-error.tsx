import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

type Props = { message: string; action?: string; onRetry: () => void }

export function RowError({ message, action = 'Retry', onRetry }: Props) {
  return (
    <Group gap="xs" px="sm" h={45} wrap="nowrap">
      <IconAlertTriangle size={16} color="var(--mantine-color-error)" aria-hidden />
      <Text truncate>{message}</Text>
      <Button size="compact-xs" variant="default" flex="none" onClick={onRetry}>
        {action}
      </Button>
    </Group>
  )
}
