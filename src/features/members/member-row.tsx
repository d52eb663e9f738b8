import { Avatar, Badge, Box, Button } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Member } from '#shared/members/member.ts'
import { ask } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import classes from './members-tab.module.css'
import { useRemoveMember } from './use-members.ts'

const ROLE_LABELS: Record<string, string> = { qa_tester: 'QA Tester' }

export function OwnerRow({ owner }: { owner: Member | undefined }) {
  return (
    <Row name={owner?.user.name || 'Project Owner'} detail={owner?.user.email || 'No email available'}>
      <Badge color="teal">Owner</Badge>
    </Row>
  )
}

type Props = { projectId: string; member: Member; isRemovable: boolean }

export function MemberRow({ projectId, member, isRemovable }: Props) {
  const remove = useRemoveMember(projectId)
  const question = { title: 'Remove Member', text: 'Remove this member from the project?', action: 'Remove' }
  return (
    <Row name={member.user.name || 'Member'} detail={member.user.email || 'No email'}>
      <Badge color="gray">{ROLE_LABELS[member.role] ?? member.role}</Badge>
      {isRemovable && (
        <Button
          size="compact-sm"
          variant="default"
          {...removes('member')}
          leftSection={<IconUserMinus size={16} aria-hidden />}
          onClick={() => ask(question, () => remove(member.userId))}
        >
          Remove Member
        </Button>
      )}
    </Row>
  )
}

export function Row({ name, detail, children }: { name: string; detail: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row} aria-label={name}>
      <Avatar size={24} radius={12} name={name} color="gray" aria-hidden />
      <Box miw={0}>
        <div className="breakable">
          <bdi>{name}</bdi>
        </div>
        <Box className="breakable" c="dimmed" fz="sm">
          {detail}
        </Box>
      </Box>
      <div className={classes.controls}>{children}</div>
    </li>
  )
}
