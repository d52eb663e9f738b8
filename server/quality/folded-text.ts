import { RESULT_STATUSES, type ResultStatus } from '#shared/test-results/result-status.ts'

/* Which results of a run are folded, as text. */

/** A result that is not pending. */
export type Outcome = {
  status: ResultStatus
  /** Whether it passed on retry. */
  flaky: boolean
  attempts: number
  ms: number | null
  /** When it was recorded, in milliseconds. */
  at: number
}

const FLAKY = RESULT_STATUSES.length

/** The status of an outcome and whether it is flaky, as one small number. */
export function codeOf({ status, flaky }: Pick<Outcome, 'status' | 'flaky'>): number {
  return flaky && status === 'passed' ? FLAKY : RESULT_STATUSES.indexOf(status)
}

/** What `codeOf` was given. */
export function outcomeOf(code: number): Pick<Outcome, 'status' | 'flaky'> {
  const flaky = code === FLAKY
  return { status: flaky ? 'passed' : (RESULT_STATUSES[code] as ResultStatus), flaky }
}

/** The folded results of a run, each as `signOf` writes it, by `tailOf` of its case. */
export type FoldedResults = Map<string, string>

/** The random end of a case's id names it within a run. */
export const tailOf = (testCaseId: string) => testCaseId.slice(-12)

/** Identifies a version of a result: every change is an attempt. */
export const signOf = (outcome: Pick<Outcome, 'status' | 'flaky' | 'attempts'>) =>
  `${outcome.attempts.toString(36)}${codeOf(outcome)}`

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
