import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCloudOff, IconUsers } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { toastError } from '#src/lib/toast.ts'
import { useOnline } from '#src/lib/use-online.ts'
import { trpc } from '#src/lib/trpc.ts'
import { shortRunId } from '../test-runs/run-label.ts'
import { type Draft, removeDraft, useDrafts } from './store/drafts.ts'
import { sendDrafts } from './store/send-drafts.ts'

/** Values of all runs and projects that wait for the server or for the tester's choice. */
export function DraftNotices() {
  return (
    <>
      <Waiting />
      <Conflicts />
    </>
  )
}

function Waiting() {
  const queryClient = useQueryClient()
  const isOnline = useOnline()
  const waiting = useDrafts().filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return null
  const many = waiting.length > 1
  return (
    <Alert color="orange" icon={<IconCloudOff aria-hidden />} mb="sm" role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text>
          {formatNumber(waiting.length)} {many ? 'values are' : 'value is'} not saved yet:{' '}
          {isOnline ? 'the server could not be reached, or was busy' : 'this browser is offline'}.{' '}
          {many ? 'They are' : 'It is'} kept in this browser and will be sent.
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => sendDrafts(queryClient)}>
          Try now
        </Button>
      </Group>
    </Alert>
  )
}

function Conflicts() {
  const conflicts = useDrafts().filter(({ state }) => state === 'conflict')
  const [first] = conflicts
  if (!first) return null
  return <ConflictNotice key={first.resultId} first={first} others={conflicts.length - 1} />
}

function ConflictNotice({ first, others }: { first: Draft; others: number }) {
  const runId = shortRunId(first.testRunId)
  const { data: run, error } = trpc.testRuns.overview.useQuery({ testRunId: first.testRunId })
  useEffect(() => {
    if (codeOf(error) !== 'NOT_FOUND') return
    // The run was deleted, so there is no conflict to resolve.
    removeDraft(first.resultId)
    toastError(`${first.label}: ${messageOf(error, 'Failed to save test result')}`)
  }, [error, first])
  return (
    <Alert color="orange" icon={<IconUsers aria-hidden />} mb="sm" role="status" py="xs">
      <Text className="breakable">
        Somebody else was faster, and you have to choose: {first.label} in run{' '}
        {run ? (
          <Anchor component={Link} href={`/projects/${run.projectId}?tab=runs&run=${run.id}`} className="mono" inherit>
            {runId}
          </Anchor>
        ) : (
          <span className="mono">{runId}</span>
        )}
        {others > 0 && ` and ${formatNumber(others)} more`}. What you entered is kept in this browser.
      </Text>
    </Alert>
  )
}
