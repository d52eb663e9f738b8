import { Button, Group, Paper, Text } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#shared/permissions.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { formatCount } from '#src/lib/format.ts'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { useLiveTeam } from '../projects/use-live-projects.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow, OwnerRow } from './member-row.tsx'
import { PendingInvites } from './pending-invites.tsx'
import { useMembers } from './use-members.ts'

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
