import type { TestResult } from '#shared/test-results/test-result.ts'

export type Seen = Pick<TestResult, 'status' | 'actualValue' | 'errorMessage'>

/** The text of a result: its value, or its error; null for a verdict alone. */
export const seenText = ({ actualValue, errorMessage }: Seen): string | null => actualValue ?? errorMessage

export type ValueChange = 'first' | 'same' | 'changed'

/** How the value of a result differs from that of the previous run. Pending results have none. */
export function valueChange(result: Seen, before: Seen | undefined): ValueChange {
  if (!before || result.status === 'pending' || before.status === 'pending') return 'first'
  return seenText(result) === seenText(before) ? 'same' : 'changed'
}
