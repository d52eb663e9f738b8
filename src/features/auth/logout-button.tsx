import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { clearSession } from '#src/lib/session.ts'

export function LogoutButton() {
  const [, navigate] = useLocation()
  const logout = () => {
    // Navigates first: otherwise the page's guard would redirect and store the page for the next user.
    navigate('/login')
    clearSession()
  }
  return (
    <Button size="xs" variant="default" flex="none" leftSection={<IconLogout size={14} aria-hidden />} onClick={logout}>
      Logout
    </Button>
  )
}
