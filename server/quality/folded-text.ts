import { RESULT_STATUSES, type ResultStatus } from '#shared/test-results/result-status.ts'

/* How the results of a run and of a case are stored in summary rows: short, because a row is written often. */

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

/** A result of a case, in the run of this slot. */
export type SlotOutcome = Outcome & { slot: number }

const NUMBERS = 5
const FLAKY = RESULT_STATUSES.length

/** Five numbers for each result. */
export function writeOutcomes(outcomes: SlotOutcome[]): string {
  return JSON.stringify(
    outcomes.flatMap(({ slot, attempts, ms, at, ...outcome }) => [slot, codeOf(outcome), attempts, ms, at]),
  )
}

export function readOutcomes(text: string): SlotOutcome[] {
  const numbers = JSON.parse(text) as number[]
  const outcomes: SlotOutcome[] = []
  for (let from = 0; from < numbers.length; from += NUMBERS) {
    const [slot, code, attempts, ms, at] = numbers.slice(from, from + NUMBERS) as [
      number,
      number,
      number,
      number | null,
      number,
    ]
    const flaky = code === FLAKY
    const status = flaky ? 'passed' : (RESULT_STATUSES[code] as ResultStatus)
    outcomes.push({ slot, status, flaky, attempts, ms, at })
  }
  return outcomes
}

function codeOf({ status, flaky }: Pick<Outcome, 'status' | 'flaky'>): number {
  return flaky && status === 'passed' ? FLAKY : RESULT_STATUSES.indexOf(status)
}

/** Of each case of a run, by `tailOf`, which result is folded. */
export type FoldedResults = Map<string, string>

/** The random end of a case's id names it within a run. */
export const tailOf = (testCaseId: string) => testCaseId.slice(-12)

/** Names a result of a case in a run: every change of it is an attempt. */
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
