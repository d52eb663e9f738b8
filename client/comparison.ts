import type { Comparison, RunChange } from '#shared/comparisons/comparison.ts'
import { PAGE_MAX } from '#shared/page.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import type { Connection } from './connection.ts'
import { firstLines } from './fail-on.ts'

type Wanted = { testRunId: string; with?: string | undefined; kind?: ChangeKind[] | undefined }

/** The comparison of a run with up to `max` changes, read page by page. Throws CallFailure. */
export async function readComparison(
  connection: Connection,
  wanted: Wanted,
  max = Number.POSITIVE_INFINITY,
): Promise<Comparison> {
  const read = (offset: number) =>
    connection.call((client) => client.comparisons.compare.query({ ...wanted, limit: PAGE_MAX, offset }))
  const comparison = await read(0)
  const { changes } = comparison
  for (let last = changes; last.length === PAGE_MAX && changes.length < max;) {
    last = (await read(changes.length)).changes
    changes.push(...last)
  }
  return { ...comparison, changes: changes.slice(0, max) }
}

export const HEADINGS: Record<ChangeKind, string> = {
  newFailures: 'New failures',
  fixed: 'Fixed',
  stillFailing: 'Still failing',
  added: 'Added',
  vanished: 'Vanished',
  flaky: 'Flaky',
  slower: 'Slower',
}

export function isQuarantinedFailure({ result }: RunChange): boolean {
  return result !== null && result.isQuarantined && isFailure(result.status)
}

export function titleOf({ result, before }: RunChange): string {
  const testCase = (result ?? before)?.testCase
  return testCase ? `${testCase.testSuite.name} › ${testCase.name}` : ''
}

export function describeChange({ kind, result, before }: RunChange): string {
  if (kind === 'slower') return `${milliseconds(before?.executionTimeMs)} to ${milliseconds(result?.executionTimeMs)}`
  if (result === null) return before?.status ?? ''
  return before === null || before.status === result.status ? result.status : `${before.status} to ${result.status}`
}

export function messageOf({ result }: RunChange): string[] {
  return result !== null && isFailure(result.status) ? firstLines(result.errorMessage ?? '') : []
}

const milliseconds = (time: number | null | undefined) => `${Math.round(time ?? 0).toLocaleString('en')} ms`
