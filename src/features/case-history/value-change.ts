import type { TestResult } from '#shared/test-results/test-result.ts'

export type Seen = Pick<TestResult, 'status' | 'actualValue' | 'errorMessage'>

/** What a result shows: its value, or what went wrong; null for a verdict alone. */
export const seenText = ({ actualValue, errorMessage }: Seen): string | null => actualValue ?? errorMessage

export type ValueChange = 'first' | 'same' | 'changed'

/** How the value of a result differs from the one of the run before. Pending results have none to compare. */
export function valueChange(result: Seen, before: Seen | undefined): ValueChange {
  if (!before || result.status === 'pending' || before.status === 'pending') return 'first'
  return seenText(result) === seenText(before) ? 'same' : 'changed'
}
