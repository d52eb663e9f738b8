import { ActionIcon, Badge, Button, Group, Menu, Table, Text } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconDeviceMobileOff,
  IconDots,
  IconDownload,
  IconKey,
  IconLogout,
  IconShield,
  IconUserX,
} from '@tabler/icons-react'
import type { ListedUser } from '#shared/admin/admin.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { Time } from '#src/ui/time.tsx'
import type { useUserActions } from './use-admin.ts'
import classes from './user-table.module.css'
import { waysIn } from './ways-in.ts'

type Props = { user: ListedUser; acts: Omit<ReturnType<typeof useUserActions>, 'reset' | 'dismiss'> }

export function UserRow({ user, acts }: Props) {
  return (
    <Table.Tr>
      <Table.Td className={classes.identity}>
        <Group gap={6} wrap="nowrap">
          <Text fw={500} truncate dir="auto" title={user.name}>
            {user.name}
          </Text>
          {user.isAdmin && <Badge leftSection={<IconShield size={14} aria-hidden />}>Admin</Badge>}
        </Group>
        <Text c="dimmed" size="sm" truncate title={user.email}>
          {user.email}
        </Text>
        <Text c="dimmed" size="sm" className="breakable" dir="auto">
          {waysIn(user)}
        </Text>
      </Table.Td>
      <Table.Td>
        <ActiveBadge isActive={user.isActive} />
      </Table.Td>
      <Table.Td className="one-line not-on-phone" c="dimmed">
        <Time iso={user.createdAt} />
      </Table.Td>
      <Table.Td ta="right">
        {!user.isAdmin && (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <BusyButton
              size="compact-sm"
              variant="default"
              isBusy={acts.isToggling(user)}
              onClick={() => acts.toggle(user)}
            >
              {user.isActive ? 'Deactivate' : 'Activate'}
            </BusyButton>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              {...removes('user')}
              onClick={() => acts.askToDelete(user)}
            >
              Delete
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={`More for ${user.name}`} title="More" variant="default" size={28}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => acts.askToSignOut(user)}>
                  Sign out
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconKey size={16} aria-hidden />}
                  onClick={() => acts.askToResetPassword(user)}
                >
                  Reset password
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconDeviceMobileOff size={16} aria-hidden />}
                  onClick={() => acts.askToResetFactors(user)}
                >
                  Reset second factor
                </Menu.Item>
                <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => acts.exportData(user)}>
                  Export data
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconUserX size={16} aria-hidden />}
                  {...removes('user')}
                  onClick={() => acts.askToErase(user)}
                >
                  Erase
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function ActiveBadge({ isActive }: { isActive: boolean }) {
  const Icon = isActive ? IconCircleCheck : IconBan
  return (
    <Badge color={isActive ? 'teal' : 'gray'} leftSection={<Icon size={14} aria-hidden />}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  )
}
