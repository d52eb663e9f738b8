import { Box, Button, Group, Text } from '@mantine/core'
import type { Factor } from '#shared/auth/factor.ts'
import { ask } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { Time } from '#src/ui/time.tsx'

type Props = { factor: Factor; isLast: boolean; onRemove: () => void }

const KINDS = { totp: 'Authenticator app', passkey: 'Passkey' }

export function FactorRow({ factor: { kind, name, createdAt, lastUsedAt }, isLast, onRemove }: Props) {
  const consequence = isLast ? ' Your password alone will sign you in, and your recovery codes end.' : ''
  const text = `Are you sure you want to remove ${name}?${consequence} You are signed out on other devices.`
  return (
    <Group component="li" className="list-row" justify="space-between" gap="sm">
      <Box miw={0} flex="1 1 260px">
        <Text fw={500} className="breakable" dir="auto">
          {name}
        </Text>
        <Text c="dimmed" size="sm">
          {KINDS[kind]}, added <Time iso={createdAt} as="moment" />,{' '}
          {lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <Time iso={lastUsedAt} as="relative" />
            </>
          )}
        </Text>
      </Box>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`Remove ${name}`}
        {...removes('factor')}
        onClick={() => ask({ title: 'Remove Second Factor', text, action: 'Remove' }, onRemove)}
      >
        Remove
      </Button>
    </Group>
  )
}
