import { TEXT_MAX, TRACE_MAX } from '#shared/limits.ts'
import { REFERENCE_UNITS_MAX, REFERENCES_MAX, referencesIn } from '#shared/references.ts'
import { RecordResults, type StepInput } from '#shared/test-results/test-result.ts'
import type { StepStatus } from '#shared/test-results/result-step.ts'
import { inputOf } from '../../trpc.ts'
import type { AddResult } from './bodies.ts'
import { refusal } from './door.ts'
import { millisecondsOf } from './elapsed.ts'
import { resultExtras } from './extras.ts'
import { meaningOf } from './statuses.ts'

const Entry = RecordResults.shape.results.element
export type Entry = RecordResults['results'][number]

/** Longer than any list of defects that is accepted. A body of 32 MB would take seconds to be split. */
const DEFECTS_MAX = 2 * REFERENCES_MAX * REFERENCE_UNITS_MAX

/** A result as an execution of a case. Undefined if it says that nothing was executed. */
export function entryOf(given: AddResult, testCaseId: string, knownTimeMs?: number): Entry | undefined {
  const { status_id: statusId } = given
  if (statusId == null) throw refusal('Field :status_id is a required field.')
  const meaning = meaningOf(statusId)
  if (!meaning) throw refusal('Field :status_id is not a valid status.')
  const { status, note } = meaning
  if (status === undefined) return undefined
  return inputOf(Entry, {
    testCaseId,
    status,
    ...textsOf(status === 'failed', note, given.comment),
    executionTimeMs: knownTimeMs ?? timeIn(given.elapsed),
    defects: given.defects ? defectsIn(given.defects) : undefined,
    extras: resultExtras(given),
  })
}

function defectsIn(text: string): string[] {
  if (text.length > DEFECTS_MAX) throw refusal('Field :defects is too long.')
  return referencesIn(text)
}

/** A comment longer than a note or a message is kept whole, as far as a trace may be long. */
function textsOf(isFailed: boolean, note: string | undefined, comment: string | null | undefined) {
  const text = [note, comment?.replaceAll('\0', '').trim()].filter(Boolean).join('\n\n')
  if (text === '') return {}
  const short = { [isFailed ? 'errorMessage' : 'notes']: text.slice(0, TEXT_MAX) }
  return text.length > TEXT_MAX ? { ...short, trace: text.slice(0, TRACE_MAX) } : short
}

function timeIn(elapsed: string | null | undefined): number | undefined {
  if (elapsed == null || elapsed.trim() === '') return undefined
  const milliseconds = millisecondsOf(elapsed)
  if (milliseconds === undefined) throw refusal('Field :elapsed is not in a valid time span format.')
  return milliseconds
}

const STEP_STATUSES: Record<number, StepStatus> = { 1: 'passed', 2: 'skipped', 4: 'skipped', 5: 'failed' }

/** The verdicts of the steps that a case has. Callers may send others, which are kept as they came. */
export function stepsOf({ custom_step_results: given }: AddResult, stepCount: number): StepInput[] {
  return (given ?? []).slice(0, stepCount).flatMap(({ status_id: statusId, actual }, index) => {
    const status = STEP_STATUSES[statusId ?? 0]
    return status ? [{ index, status, note: actual?.replaceAll('\0', '').trim().slice(0, TEXT_MAX) }] : []
  })
}
