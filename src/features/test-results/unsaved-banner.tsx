import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCloudOff, IconUsers } from '@tabler/icons-react'
import { formatNumber } from '#src/lib/format.ts'
import { shortRunId } from '../test-runs/run-label.ts'
import { sendUnsaved } from './send-unsaved.ts'
import { useUnsaved } from './unsaved.ts'

/** Tells the tester what the server does not have yet, wherever in the project it was entered. */
export function UnsavedBanner() {
  return (
    <>
      <Waiting />
      <Undecided />
    </>
  )
}

function Waiting() {
  const queryClient = useQueryClient()
  const waiting = useUnsaved().filter(({ isWaiting }) => isWaiting)
  if (waiting.length === 0) return null
  const many = waiting.length > 1
  return (
    <Alert color="orange" icon={<IconCloudOff aria-hidden />} mb="sm" role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text>
          {formatNumber(waiting.length)} {many ? 'values are' : 'value is'} not saved yet: the server cannot be reached.{' '}
          {many ? 'They are' : 'It is'} kept in this browser and sent when it is back.
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => void sendUnsaved(queryClient)}>
          Try now
        </Button>
      </Group>
    </Alert>
  )
}

function Undecided() {
  const undecided = useUnsaved().filter(({ isConflict }) => isConflict)
  const [first] = undecided
  if (!first) return null
  const others = undecided.length - 1
  return (
    <Alert color="orange" icon={<IconUsers aria-hidden />} mb="sm" role="status" py="xs">
      Somebody else was faster, and you have to choose: {first.label} in run{' '}
      <span className="mono">{shortRunId(first.testRunId)}</span>
      {others > 0 && ` and ${formatNumber(others)} more`}. What you entered is kept in this browser.
    </Alert>
  )
}
