import { Skeleton } from '@mantine/core'
import { Link } from 'wouter'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { formatDay } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { useRunList } from '../list/run-list.tsx'
import classes from './case-details.module.css'
import { leavePanel, usePanel } from './panel-state.ts'
import links from './recent-runs.module.css'
import { usePartFocus } from './use-part-focus.ts'

/** The newest runs; this one counts. */
const SHOWN = 10

/** The case's results in the last runs up to this one, oldest first, each a link to its run. */
export function RecentRuns({ result }: { result: TestResult }) {
  const { run } = useRunList()
  const { isDialog } = usePanel()
  const { testRunId, testCase } = result
  const { data, isError } = trpc.testCases.recentResults.useQuery({ testRunId, testCaseIds: [testCase.id] })
  const list = usePartFocus<HTMLUListElement>('history', 'a')
  const before = data?.[0]?.results.filter(({ testRunId: runId }) => runId !== testRunId)
  if (isError) return <div className={classes.none}>The last runs could not be read</div>
  if (!before) return <Skeleton h={24} w={200} />
  const own = result.status === 'pending' ? [] : [{ ...result, runName: runName(run) }]
  const results = [...own, ...before].slice(0, SHOWN)
  if (results.length === 0) return <div className={classes.none}>Not executed yet</div>
  return (
    <ul ref={list} className={`plain-list ${links.runs}`} aria-label="Last 10 runs">
      {results.toReversed().map(({ testRunId: runId, runName: title, status, executedAt }) => {
        const name = [status, title, ...(executedAt ? [formatDay(executedAt)] : [])].join(', ')
        return (
          <li key={runId}>
            <Link
              href={`/projects/${run.projectId}?tab=runs&run=${runId}`}
              className={links.run}
              aria-label={name}
              aria-current={runId === testRunId || undefined}
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
