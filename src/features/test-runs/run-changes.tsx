import { Fragment, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useProjectView } from '../projects/use-project-view.ts'
import classes from './run-changes.module.css'

/** After results, the run is compared again only once they pause. */
const PAUSE_MS = 2_000
/** The interval of comparisons while results never pause. */
const POLL_MS = 15_000

/** The changes since the previous run on one line. Each number links to its changes. Hidden without a previous run. */
export function RunChanges({ run: { id, projectId, status, summary } }: { run: TestRunOverview }) {
  const { hrefs } = useProjectView(projectId)
  const { data, refetch } = trpc.comparisons.compare.useQuery(
    { testRunId: id, limit: 1 },
    { refetchInterval: status === 'running' ? POLL_MS : false },
  )
  const recorded = `${status} ${summary.passed} ${summary.failed} ${summary.error}`
  const compared = useRef(recorded)
  useEffect(() => {
    if (compared.current === recorded) return undefined
    const timer = setTimeout(() => {
      compared.current = recorded
      void refetch()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [recorded, refetch])
  if (!data?.with || summary.passed + summary.failed + summary.error === 0) return null
  const { with: base, counts } = data
  const parts = [
    { kind: 'newFailures', count: counts.newFailures, text: formatCount(counts.newFailures, 'new failure') },
    { kind: 'fixed', count: counts.fixed, text: `${formatNumber(counts.fixed)} fixed` },
    { kind: 'stillFailing', count: counts.stillFailing, text: `${formatNumber(counts.stillFailing)} still failing` },
  ] as const
  const shown = parts.filter(({ count }) => count > 0)
  return (
    // Not a paragraph: spacing of paragraphs, set by the user, would push the name out of the bar.
    <div className={classes.changes}>
      <span>
        {shown.length === 0 && 'no new failures'}
        {shown.map(({ kind, text }, index) => (
          <Fragment key={kind}>
            {index > 0 && ', '}
            <Link href={hrefs.compare(base.id, id, kind)} data-kind={kind}>
              {text}
            </Link>
          </Fragment>
        ))}
      </span>{' '}
      <span className="one-line not-on-phone" dir="auto">
        since {runName(base)}
      </span>{' '}
      <span className="not-on-phone">
        <Link href={hrefs.compare(base.id, id)}>Compare</Link>
      </span>
    </div>
  )
}
