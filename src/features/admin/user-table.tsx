import { Group, Paper, Table, Text, Title } from '@mantine/core'
import type { User } from '#shared/users/user.ts'
import { formatCount } from '#src/lib/format.ts'
import { useProgressive } from '#src/ui/use-progressive.ts'
import { useUserActions } from './use-admin.ts'
import { UserRow } from './user-row.tsx'
import classes from './user-table.module.css'

export function UserTable({ users }: { users: User[] }) {
  const { toggle, askToDelete } = useUserActions()
  const { shown, endRef } = useProgressive(users)
  return (
    <Paper withBorder component="section" aria-labelledby="users" className={classes.panel}>
      <Group component="header" justify="space-between" align="baseline" wrap="nowrap" px="md" py="sm">
        <Title order={2} id="users">
          Users
        </Title>
        <Text c="dimmed" size="sm">
          {formatCount(users.length, 'user')}
        </Text>
      </Group>
      <Table verticalSpacing={8} horizontalSpacing="md" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>User</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th className={classes.actions}>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((user) => (
            <UserRow key={user.id} user={user} onToggle={() => toggle(user)} onDelete={() => void askToDelete(user)} />
          ))}
        </Table.Tbody>
      </Table>
      <div ref={endRef} />
    </Paper>
  )
}
