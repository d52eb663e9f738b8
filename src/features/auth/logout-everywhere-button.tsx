import { IconDevices } from '@tabler/icons-react'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ask } from '#src/ui/confirm.tsx'
import { useLogoutEverywhere } from './use-logout.ts'

export function LogoutEverywhereButton() {
  const { logoutEverywhere, isBusy } = useLogoutEverywhere()
  const text = 'End all of your sessions, in this browser and everywhere else? Your password stays the same.'
  return (
    <BusyButton
      size="xs"
      variant="default"
      leftSection={<IconDevices size={16} aria-hidden />}
      isBusy={isBusy}
      onClick={() => ask({ title: 'Sign Out Everywhere', text, action: 'Sign Out' }, logoutEverywhere)}
    >
      Sign Out Everywhere
    </BusyButton>
  )
}
