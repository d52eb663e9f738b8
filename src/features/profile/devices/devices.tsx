import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { ask } from '#src/ui/confirm.tsx'
import { afterRemovalOf } from '#src/ui/focus-after-removal.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { Section } from '#src/ui/section.tsx'
import { DeviceRow } from './device-row.tsx'
import { useDevices } from './use-devices.ts'

/** Where the user is signed in. */
export function Devices() {
  return (
    <Section title="Your Devices">
      <Stack gap="sm">
        <Text c="dimmed" tabIndex={-1} {...afterRemovalOf('device')}>
          Where you are signed in. A sign-in ends after seven days.
        </Text>
        <DeviceList />
      </Stack>
    </Section>
  )
}

function DeviceList() {
  const { devices, error, retry, end, endOthers, isEnding } = useDevices()
  if (error !== null) return <RowError message={error} onRetry={retry} />
  if (!devices) return <RowsSkeleton rows={2} height={44} />
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
          <Button
            variant="default"
            leftSection={<IconLogout size={16} aria-hidden />}
            loading={isEnding}
            onClick={() => ask({ title: 'Sign Out Everywhere Else', text, action: 'Sign Out' }, endOthers)}
          >
            Sign Out Everywhere Else
          </Button>
        </div>
      )}
    </>
  )
}
