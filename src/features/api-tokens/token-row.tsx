import { Badge, Box, Button, Group, Text } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ApiToken } from '#shared/api-tokens/api-token.ts'
import { ask } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { Time } from '#src/ui/time.tsx'
import { VERB_TEXTS } from './verbs.ts'

type Props = {
  token: ApiToken
  /** Whose token it is, where tokens of several owners are listed. */
  owner?: ReactNode
  onRotate?: () => void
  onRevoke: () => void
}

export function TokenRow({ token, owner, onRotate, onRevoke }: Props) {
  const { name, hint, verbs } = token
  const askAndRevoke = () => {
    const text = `Are you sure you want to revoke the token ${name}? What uses it fails at once.`
    ask({ title: 'Revoke Token', text, action: 'Revoke' }, onRevoke)
  }
  return (
    <Group component="li" className="list-row" justify="space-between" gap="sm">
      <Box miw={0} flex="1 1 260px">
        <Group gap={6}>
          <Text fw={500} className="breakable" dir="auto">
            {name}
          </Text>
          <Text size="sm" c="dimmed" className="mono">
            …{hint}
          </Text>
          {verbs.map((verb) => (
            <Badge key={verb}>{VERB_TEXTS[verb].label}</Badge>
          ))}
        </Group>
        <Text c="dimmed" size="sm" className="breakable">
          {owner}
          <Facts token={token} />
        </Text>
      </Box>
      <Group gap={4} wrap="nowrap">
        {onRotate && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Rotate ${name}`}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRotate}
          >
            Rotate
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Revoke ${name}`}
          {...removes('token')}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={askAndRevoke}
        >
          Revoke
        </Button>
      </Group>
    </Group>
  )
}

function Facts({ token: { expiresAt, lastUsedAt, lastUsedNetwork, oldWorksUntil, projectIds } }: { token: ApiToken }) {
  return (
    <>
      Expires <Time iso={expiresAt} />,{' '}
      {lastUsedAt === null ? (
        'never used'
      ) : (
        <>
          last used <Time iso={lastUsedAt} as="relative" /> from {lastUsedNetwork}
        </>
      )}
      {projectIds && `, for ${projectIds.length} ${projectIds.length === 1 ? 'project' : 'projects'}`}
      {oldWorksUntil && (
        <>
          , the old one works until <Time iso={oldWorksUntil} as="moment" />
        </>
      )}
    </>
  )
}
