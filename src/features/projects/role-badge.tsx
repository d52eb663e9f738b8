import { Badge } from '@mantine/core'
import { IconCrown, IconUser } from '@tabler/icons-react'

export function RoleBadge({ role }: { role: string | null }) {
  const isOwner = role === 'owner'
  const Icon = isOwner ? IconCrown : IconUser
  return (
    <Badge color={isOwner ? 'teal' : 'gray'} leftSection={<Icon size={14} aria-hidden />}>
      {isOwner ? 'Owner' : 'Member'}
    </Badge>
  )
}
