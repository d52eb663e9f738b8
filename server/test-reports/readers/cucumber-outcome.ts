import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ReportedExecution } from '../reported-test.ts'
import { cleanText, firstLine } from './clean-text.ts'
import { readMilliseconds } from './times.ts'

export type CucumberStep = { status: string; text: string | null; durationMs: number | null }

/** Statuses of steps, most severe first, and what a scenario with one is. */
const STATUSES: [string, ResultStatus][] = [
  ['undefined', 'error'],
  ['ambiguous', 'error'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['unknown', 'pending'],
  ['untested', 'pending'],
  ['', 'pending'],
  ['passed', 'passed'],
]

const UNDEFINED = 'A step is undefined'
const MESSAGES = new Map([
  ['undefined', UNDEFINED],
  ['ambiguous', 'A step is ambiguous'],
  ['pending', 'A step is pending'],
])

/** The worst step gives a scenario its status; without steps it did not run. */
export function cucumberOutcome(
  steps: CucumberStep[],
): Pick<ReportedExecution, 'status' | 'message' | 'trace' | 'durationMs'> {
  const ranks = steps.map(({ status }) => rankOf(status))
  const rank = ranks.reduce((least, one) => Math.min(least, one), ranks[0] ?? rankOf(''))
  const [word, status] = STATUSES[rank] ?? ['', 'error' as const]
  const worst = steps[ranks.indexOf(rank)]
  const texts = steps
    .filter((step) => step.status !== 'passed')
    .flatMap(({ text }) => cleanText(text ?? '').trim() || [])
  const own = cleanText(worst?.text ?? '').trim()
  const durations = steps.flatMap((step) => step.durationMs ?? [])
  return {
    status,
    message: status === 'passed' ? null : (firstLine(own) ?? messageOf(word, worst, rank)),
    trace: status === 'passed' ? null : texts.join('\n\n') || null,
    durationMs: durations.length === 0 ? null : readMilliseconds(durations.reduce((sum, one) => sum + one, 0)),
  }
}

function messageOf(word: string, worst: CucumberStep | undefined, rank: number): string | null {
  return rank < 0 ? `The status of a step is ${worst?.status}` : (MESSAGES.get(word) ?? null)
}

/** -1 for an unknown status, which is an error. */
function rankOf(status: string): number {
  return STATUSES.findIndex(([word]) => word === status)
}
