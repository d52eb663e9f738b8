import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { confirm } from '#src/ui/confirm.tsx'
import { useLogoutEverywhere } from './use-logout.ts'

export function LogoutEverywhereButton() {
  const { logoutEverywhere, isBusy } = useLogoutEverywhere()
  const askAndLeave = async () => {
    const isSure = await confirm({
      title: 'Sign Out Everywhere',
      text: 'End all of your sessions, in this browser and everywhere else? Your password stays the same.',
      action: 'Sign Out',
    })
    if (isSure) logoutEverywhere()
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDevices size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void askAndLeave()}
    >
      Sign Out Everywhere
    </Button>
  )
}
