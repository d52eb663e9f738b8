import { Avatar, Badge, Box, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconKey, IconLogout, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSessionUser } from '#src/lib/session.ts'
import classes from './account-menu.module.css'
import { useLogout } from './use-logout.ts'

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const

type Props = {
  role?: ReactNode
  isNamed?: boolean
}

export function AccountMenu({ role, isNamed = false }: Props) {
  const user = useSessionUser()
  const logout = useLogout()
  if (!user) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Account of ${user.name}`} title={user.name}>
          <Avatar size={24} radius={12} name={user.name} color="teal" aria-hidden />
          {isNamed && (
            <span className={`one-line ${classes.name}`} dir="auto">
              {user.name}
            </span>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Box p="4px 8px 8px">
          <Text fw={600} className="breakable" dir="auto">
            {user.name}
          </Text>
          {user.email && (
            <Text size="sm" c="dimmed" className="breakable">
              {user.email}
            </Text>
          )}
          <Group gap={4} mt={4}>
            {role}
            {user.isAdmin && <Badge>Admin</Badge>}
          </Group>
        </Box>
        <Menu.Divider />
        <Themes />
        <Menu.Divider />
        <Menu.Item component={Link} href="/profile" leftSection={<IconUser size={16} aria-hidden />}>
          Profile
        </Menu.Item>
        <Menu.Item component={Link} href="/reset-password" leftSection={<IconKey size={16} aria-hidden />}>
          Change password
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Themes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div role="group" aria-label="Theme">
      <Menu.Label aria-hidden>Theme</Menu.Label>
      {THEMES.map(({ value, label }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={colorScheme === value}
          onChange={() => setColorScheme(value)}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </div>
  )
}
