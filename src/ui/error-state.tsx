import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  message: string
  onRetry?: (() => void) | undefined
  children?: ReactNode
}

export function ErrorState({ message, onRetry, children }: Props) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={message} role="alert">
      <Group gap="xs" mt="xs">
        {onRetry && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
            Retry
          </Button>
        )}
        {children}
      </Group>
    </Alert>
  )
}
