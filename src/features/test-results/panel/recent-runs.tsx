import { Skeleton } from '@mantine/core'
import { Link } from 'wouter'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatDay } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { useRunList } from '../list/run-list.tsx'
import classes from './case-details.module.css'
import { leavePanel, usePanel } from './panel-state.ts'
import own from './recent-runs.module.css'
import { usePartFocus } from './use-part-focus.ts'

/** The case's results in the last runs up to this one, oldest first, each a link to its run. */
export function RecentRuns({ result }: { result: TestResult }) {
  const { run } = useRunList()
  const { isDialog } = usePanel()
  const { testRunId, testCase } = result
  const { data, isError } = trpc.testCases.recentResults.useQuery(
    { testRunId, testCaseIds: [testCase.id] },
    { placeholderData: undefined },
  )
  const list = usePartFocus<HTMLUListElement>('history', 'a')
  const results = data?.[0]?.results
  if (isError) return <div className={classes.none}>The last runs could not be read</div>
  if (!results) return <Skeleton h={24} w={200} />
  if (results.length === 0) return <div className={classes.none}>Not executed yet</div>
  return (
    <ul ref={list} className={`plain-list ${own.runs}`} aria-label="Last 10 runs">
      {results.toReversed().map(({ testRunId: runId, runName, status, executedAt }) => {
        const name = [status, runName, ...(executedAt ? [formatDay(executedAt)] : [])].join(', ')
        return (
          <li key={runId}>
            <Link
              href={`/projects/${run.projectId}?tab=runs&run=${runId}`}
              className={own.run}
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
