import { Skeleton } from '@mantine/core'
import { Link } from 'wouter'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatDay } from '#src/lib/format.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { useRunList } from '../list/run-list.tsx'
import { useRecentResultsOfCase } from '../store/use-recent-results.ts'
import classes from './case-details.module.css'
import { leavePanel, usePanel } from './panel-state.ts'
import links from './recent-runs.module.css'
import { usePartFocus } from './use-part-focus.ts'

/** The case's results in the last runs up to this one, oldest first, each a link to its run. */
export function RecentRuns({ result }: { result: TestResult }) {
  const { run } = useRunList()
  const { isDialog } = usePanel()
  const { results, isError } = useRecentResultsOfCase(run, result)
  const list = usePartFocus<HTMLUListElement>('history', 'a')
  if (isError) return <div className={classes.none}>The last runs could not be read</div>
  if (!results) return <Skeleton h={24} w={200} />
  if (results.length === 0) return <div className={classes.none}>Not executed yet</div>
  return (
    <ul ref={list} className={`plain-list ${links.runs}`} aria-label="Last 10 runs">
      {results.toReversed().map(({ testRunId: runId, runName, status, executedAt }) => {
        const name = [status, runName, ...(executedAt ? [formatDay(executedAt)] : [])].join(', ')
        return (
          <li key={runId}>
            <Link
              href={`/projects/${run.projectId}?tab=runs&run=${runId}`}
              className={links.run}
              aria-label={name}
              aria-current={runId === run.id || undefined}
              title={name}
              onClick={isDialog ? leavePanel : undefined}
            >
              <StatusMark status={status} />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
