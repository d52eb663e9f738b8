import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useLogout } from './use-logout.ts'

export function LogoutButton() {
  const logout = useLogout()
  return (
    <Button variant="default" flex="none" leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
      Logout
    </Button>
  )
}
