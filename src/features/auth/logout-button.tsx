import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { clearSession } from '#src/lib/session.ts'

export function LogoutButton() {
  const [, navigate] = useLocation()
  const logout = () => {
    // First away, then out: the guard of the page left behind would remember it for the next person.
    navigate('/login')
    clearSession()
  }
  return (
    <Button size="xs" variant="default" flex="none" leftSection={<IconLogout size={14} aria-hidden />} onClick={logout}>
      Logout
    </Button>
  )
}
