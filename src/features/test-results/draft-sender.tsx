import { Anchor } from '@mantine/core'
import { IconCloudOff, IconUsers } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { pathOfRun } from '#src/lib/project-paths.ts'
import { toastError } from '#src/lib/toast.ts'
import { useOnline } from '#src/lib/use-online.ts'
import { trpc } from '#src/lib/trpc.ts'
import { StripNotice } from '#src/ui/status-strip.tsx'
import classes from './draft-sender.module.css'
import { type Draft, drafts, useDrafts } from './store/drafts.ts'
import './store/send-values.ts'
import { settleLeftNote } from './verdicts/settle-note.ts'

/**
 * Loaded when the app opens: what an earlier page has kept is sent. The strip says which entries of all runs and projects
 * wait for the server or for the tester's choice.
 */
export default function DraftSender() {
  const all = useDrafts()
  useEffect(() => settleLeftNote(), [])
  const waiting = all.filter(({ state }) => state === 'waiting')
  const conflicts = all.filter(({ state }) => state === 'conflict')
  const [first] = conflicts
  return (
    <>
      {waiting.length > 0 && <Waiting count={waiting.length} />}
      {first && <Conflict key={first.resultId} first={first} count={conflicts.length} />}
    </>
  )
}

function Waiting({ count }: { count: number }) {
  const isOnline = useOnline()
  return (
    <StripNotice>
      <span className={classes.notice}>
        <IconCloudOff size={16} aria-hidden />
        {isOnline ? 'Server not reached' : 'Offline'}: {count === 1 ? '1 entry' : `${formatNumber(count)} entries`} kept
        here
      </span>
    </StripNotice>
  )
}

function Conflict({ first, count }: { first: Draft; count: number }) {
  const { data: run, error } = trpc.testRuns.overview.useQuery({ testRunId: first.testRunId })
  useEffect(() => {
    if (codeOf(error) !== 'NOT_FOUND') return
    // The run was deleted, so there is no conflict to resolve.
    drafts.remove(first.resultId)
    toastError(`${first.label}: ${messageOf(error, 'Failed to save test result')}`)
  }, [error, first])
  return (
    <StripNotice>
      <span className={classes.notice}>
        <IconUsers size={16} aria-hidden />
        To decide:{' '}
        {run ? (
          <Anchor component={Link} href={pathOfRun(run.projectId, run.id)} inherit>
            {first.label}
          </Anchor>
        ) : (
          first.label
        )}
        {count > 1 && ` and ${formatCount(count - 1, 'other')}`}
      </span>
    </StripNotice>
  )
}
