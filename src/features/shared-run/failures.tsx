import { Button, Skeleton } from '@mantine/core'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import type { ReportRun } from './report-head.tsx'
import classes from './run-report.module.css'
import { useSharedRun } from './shared-query.ts'
import { SuiteResults } from './suite-results.tsx'
import { useResultView } from './use-result-view.ts'

const FAILING: readonly ResultStatus[] = ['failed', 'error']
/** Further failures are on the pages of failed results. */
const SHOWN = 50

/** The failures, before everything else. */
export function Failures({ token, run }: { token: string; run: ReportRun }) {
  const { show } = useResultView()
  const count = run.summary.failed + run.summary.error
  if (count === 0) return null
  return (
    <section className={classes.section} aria-labelledby="failures">
      <h2 id="failures">{formatCount(count, 'failure')}</h2>
      <FirstFailures token={token} />
      {count > SHOWN && (
        <Button variant="default" onClick={() => show(FAILING, 0)}>
          Show all {formatNumber(count)}
        </Button>
      )}
    </section>
  )
}

function FirstFailures({ token }: { token: string }) {
  const { data, error, refetch } = useSharedRun(token, { statuses: FAILING, limit: SHOWN, offset: 0 })
  if (data) return <SuiteResults results={data.results} />
  return error ? (
    <ErrorState message="The failures could not be read" onRetry={() => void refetch()} />
  ) : (
    <Skeleton h={120} />
  )
}
