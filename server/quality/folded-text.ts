import { RESULT_STATUSES, type ResultStatus } from '#shared/test-results/result-status.ts'

/* Which results of a run are folded, as text. */

/** The folded results of a run, each as `signOf` writes it, by `tailOf` of its case. */
export type FoldedResults = Map<string, string>

/** The random end of a case's id names it within a run. */
export const tailOf = (testCaseId: string) => testCaseId.slice(-12)

const FLAKY = RESULT_STATUSES.length

/** Identifies a version of a result: every change is an attempt. */
export function signOf({ status, flaky, attempts }: { status: ResultStatus; flaky: 0 | 1; attempts: number }): string {
  const code = flaky === 1 && status === 'passed' ? FLAKY : RESULT_STATUSES.indexOf(status)
  return `${attempts.toString(36)}${code}`
}

export function writeFolded(folded: FoldedResults): string {
  return Array.from(folded, ([tail, sign]) => `${tail}:${sign}`).join(' ')
}

export function readFolded(text: string): FoldedResults {
  if (text === '') return new Map()
  return new Map(
    text.split(' ').map((part) => {
      const colon = part.indexOf(':')
      return [part.slice(0, colon), part.slice(colon + 1)]
    }),
  )
}
