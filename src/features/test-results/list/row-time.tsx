import { formatShortDuration } from '#src/lib/format.ts'

/** How long an execution took: '850 ms', '75 s', '2 h'. */
export function RowTime({ ms }: { ms: number | null }) {
  return ms === null ? null : <span>{formatShortDuration(ms)}</span>
}
