import { isFailure } from '#shared/test-results/severity.ts'
import type { SharedResult } from '#shared/shares/share.ts'
import { failingOf, type Summary } from '#shared/test-runs/summary.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'

/** Browsers take a second or two for the pages of 1,000 results, and 20 s for 10,000. */
export const PRINTED_MAX = 1_000

/** Whether each result of a run is printed. Of larger runs only the failures are. */
export const isPrintedWhole = ({ total }: Summary) => total <= PRINTED_MAX

export const printedCount = (summary: Summary) =>
  isPrintedWhole(summary) ? summary.total : Math.min(failingOf(summary), PRINTED_MAX)

export function leftOutText(summary: Summary): string | null {
  if (isPrintedWhole(summary)) return null
  const failures = failingOf(summary)
  const results = formatCount(summary.total, 'result')
  if (failures === 0) return `Shows the suites only: none of ${results} failed`
  const first =
    failures > PRINTED_MAX
      ? `first ${formatNumber(PRINTED_MAX)} of the ${formatNumber(failures)}`
      : formatNumber(failures)
  return `Shows the ${first} failed of ${results}`
}

/** Sorts failures that were read by status into the order of their run. */
export const inRunOrder = (results: readonly SharedResult[]): SharedResult[] =>
  results
    .filter(({ status }) => isFailure(status))
    .toSorted(({ testCase: a }, { testCase: b }) => a.testSuite.number - b.testSuite.number || a.number - b.number)
    .slice(0, PRINTED_MAX)
