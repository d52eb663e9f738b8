import { Paper } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { Session } from '#shared/auth/session.ts'
import { trpc } from '#src/lib/trpc.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ask } from '#src/ui/confirm.tsx'
import { Fetched } from '#src/ui/fetched.tsx'
import { removesShown } from '#src/ui/focus-after-removal.ts'
import { Section } from '#src/ui/section.tsx'
import { DeviceRow } from './device-row.tsx'
import { useEndDevices } from './use-devices.ts'

/** Where the user is signed in. */
export function Devices() {
  const query = trpc.sessions.list.useQuery({}, { staleTime: 0 })
  return (
    <Section title="Your Devices" hint="Where you are signed in. A sign-in ends after seven days." lists="device">
      <Fetched query={query} failure="Your devices could not be read" rows={2} height={44}>
        {(devices) => <DeviceList devices={devices} />}
      </Fetched>
    </Section>
  )
}

function DeviceList({ devices }: { devices: Session[] }) {
  const { end, endOthers, isEnding } = useEndDevices()
  const text = 'Are you sure you want to sign out on all other devices? This one stays signed in.'
  return (
    <>
      <Paper component="ul" withBorder className="plain-list" aria-label="Your Devices">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onEnd={() => end(device)} />
        ))}
      </Paper>
      {devices.length > 1 && (
        <div>
          <BusyButton
            variant="default"
            {...removesShown('device')}
            leftSection={<IconLogout size={16} aria-hidden />}
            isBusy={isEnding}
            onClick={() => ask({ title: 'Sign Out Everywhere Else', text, action: 'Sign Out' }, endOthers)}
          >
            Sign Out Everywhere Else
          </BusyButton>
        </div>
      )}
    </>
  )
}
