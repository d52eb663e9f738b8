import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconMailOff, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { PendingInvite } from '#shared/invites/invite.ts'
import { can } from '#shared/permissions.ts'
import { formatCount } from '#src/lib/format.ts'
import { ask } from '#src/ui/confirm.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { afterRemovalOf, removes } from '#src/ui/focus-after-removal.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { Time } from '#src/ui/time.tsx'
import { useLiveTeam } from '../projects/use-live-projects.ts'
import { MemberRow, OwnerRow, Row } from './member-row.tsx'
import { usePendingInvites, useRevokeInvite } from './use-invites.ts'
import { useMembers } from './use-members.ts'

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx'))

export function MembersTab({ projectId, role }: { projectId: string; role: string | null }) {
  const { data, isError, refetch } = useMembers(projectId)
  useLiveTeam()
  const [isInviting, setInviting] = useState(false)
  const isManager = can(role, 'member.manage')
  const isLoading = !data && !isError
  const members = data ?? []
  const owner = members.find((member) => member.role === 'owner')
  const others = members.filter((member) => member !== owner)
  return (
    <>
      <Group justify="space-between" mb="sm" mih={36}>
        <Text c="dimmed">{data ? formatCount(data.length, 'member') : ''}</Text>
        {can(role, 'invite.create') && (
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            {...afterRemovalOf('member')}
            onClick={() => setInviting(true)}
          >
            Invite Member
          </Button>
        )}
      </Group>
      {isError && !data && <ErrorState message="The members could not be loaded" onRetry={() => void refetch()} />}
      {isLoading ? (
        <RowsSkeleton rows={3} height={58} />
      ) : (
        <Paper component="ul" withBorder className="plain-list" aria-label="Members">
          <OwnerRow owner={owner} />
          {others.map((member) => (
            <MemberRow key={member.id} projectId={projectId} member={member} isRemovable={isManager} />
          ))}
        </Paper>
      )}
      {!isLoading && others.length === 0 && (
        <EmptyState
          icon={IconUsers}
          title="No additional team members yet"
          hint={isManager ? 'Invite QA testers to collaborate on this project' : ''}
        />
      )}
      {can(role, 'invite.manage') && <PendingInvites projectId={projectId} />}
      <InviteDialog projectId={projectId} isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

function PendingInvites({ projectId }: { projectId: string }) {
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
