import { Button, Paper, Text, Title } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useId } from 'react'
import type { PendingInvite } from '#shared/invites/invite.ts'
import { ask } from '#src/ui/confirm.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { afterRemovalOf, removes } from '#src/ui/focus-after-removal.ts'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { Time } from '#src/ui/time.tsx'
import { Row } from './member-row.tsx'
import { usePendingInvites, useRevokeInvite } from './use-invites.ts'

export function PendingInvites({ projectId }: { projectId: string }) {
  const { data: invites, isError, refetch } = usePendingInvites(projectId)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} id={titleId} mt="lg" mb="sm" tabIndex={-1} {...afterRemovalOf('invite')}>
        Pending Invites
      </Title>
      {!invites && !isError && <RowsSkeleton rows={1} height={58} />}
      {!invites && isError && <ErrorState message="The invites could not be loaded" onRetry={() => void refetch()} />}
      {invites?.length === 0 && <Text c="dimmed">No pending invites</Text>}
      {invites && invites.length > 0 && (
        <Paper component="ul" withBorder className="plain-list" aria-labelledby={titleId}>
          {invites.map((invite) => (
            <InviteRow key={invite.id} projectId={projectId} invite={invite} />
          ))}
        </Paper>
      )}
    </section>
  )
}

function InviteRow({ projectId, invite }: { projectId: string; invite: PendingInvite }) {
  const revoke = useRevokeInvite(projectId)
  const text = `Revoke the invite for ${invite.email}? Its link stops working at once.`
  const question = { title: 'Revoke Invite', text, action: 'Revoke' }
  return (
    <Row name={invite.email} detail={<Origin invite={invite} />}>
      <Button
        size="compact-sm"
        variant="default"
        {...removes('invite')}
        leftSection={<IconMailOff size={16} aria-hidden />}
        onClick={() => ask(question, () => revoke(invite.id))}
      >
        Revoke Invite
      </Button>
    </Row>
  )
}

function Origin({ invite: { invitedBy, expiresAt } }: { invite: PendingInvite }) {
  return (
    <>
      {invitedBy && (
        <>
          Invited by <bdi>{invitedBy.name}</bdi>,{' '}
        </>
      )}
      {invitedBy ? 'expires' : 'Expires'} <Time iso={expiresAt} as="moment" />
    </>
  )
}
