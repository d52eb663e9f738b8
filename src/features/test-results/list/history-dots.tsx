import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { StatusMark } from '#src/ui/status.tsx'
import classes from './result-row.module.css'

/** The last results of a case, the newest at the right. The panel names their runs. */
export function HistoryDots({ statuses }: { statuses: readonly ResultStatus[] }) {
  if (statuses.length === 0) return null
  return (
    <span role="img" aria-label={`Last runs: ${statuses.join(', ')}`} className={classes.dots}>
      {statuses.toReversed().map((status, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a position has no other identity
        <StatusMark key={index} status={status} size={10} />
      ))}
    </span>
  )
}
