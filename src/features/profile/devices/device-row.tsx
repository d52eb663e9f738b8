import { Badge, Box, Button, Group, Text } from '@mantine/core'
import type { Session } from '#shared/auth/session.ts'
import { agentName } from '#src/lib/agent-name.ts'
import { ask } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { Time } from '#src/ui/time.tsx'

export function DeviceRow({ device, onEnd }: { device: Session; onEnd: () => void }) {
  const { agent, createdAt, lastUsedAt, network, isCurrent } = device
  const name = agentName(agent)
  const text = `Are you sure you want to sign out ${name}? What is not saved there is lost.`
  return (
    <Group component="li" className="list-row" justify="space-between" gap="sm">
      <Box miw={0} flex="1 1 260px">
        <Group gap={6}>
          <Text fw={500} className="breakable" title={agent ?? undefined}>
            {name}
          </Text>
          {isCurrent && <Badge>This device</Badge>}
        </Group>
        <Text c="dimmed" size="sm" className="breakable">
          Signed in <Time iso={createdAt} as="moment" />, last used <Time iso={lastUsedAt} as="relative" /> from{' '}
          {network}
        </Text>
      </Box>
      {!isCurrent && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Sign out ${name}`}
          {...removes('device')}
          onClick={() => ask({ title: 'Sign Out', text, action: 'Sign Out' }, onEnd)}
        >
          Sign Out
        </Button>
      )}
    </Group>
  )
}
