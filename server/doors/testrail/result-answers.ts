import type { Extras } from '#shared/extras.ts'
import type { Attempt } from '#shared/test-results/test-result.ts'
import { type Door, seconds } from './door.ts'
import { elapsedText } from './elapsed.ts'
import { shownResultExtras } from './extras.ts'
import { numbersOf } from './numbers.ts'
import { userNumbers } from './people.ts'
import { statusIdOf } from './statuses.ts'

/** An attempt as callers read it: they call it a result. */
export type Shown = Pick<
  Attempt,
  'status' | 'errorMessage' | 'notes' | 'trace' | 'defects' | 'executionTimeMs' | 'executedAt' | 'executedBy'
> & { resultId: string; number: number; extras: Extras; attachments: string[] }

export const entityOf = ({ resultId, number }: Pick<Shown, 'resultId' | 'number'>) => `${resultId}/${number}`

export function attemptIn(entity: string): { resultId: string; number: number } {
  const [resultId = '', number] = entity.split('/')
  return { resultId, number: Number(number) }
}

export async function toResultAnswers(door: Door, attempts: Shown[]): Promise<object[]> {
  const numberOfTest = await numbersOf(
    door,
    'test',
    attempts.map(({ resultId }) => resultId),
  )
  const numberOfResult = await numbersOf(door, 'result', attempts.map(entityOf))
  const numberOfAttachment = await numbersOf(
    door,
    'attachment',
    attempts.flatMap(({ attachments }) => attachments),
  )
  const numberOfUser = await userNumbers(
    door,
    attempts.map(({ executedBy }) => executedBy),
  )
  return attempts.map((attempt) => ({
    id: numberOfResult(entityOf(attempt)),
    test_id: numberOfTest(attempt.resultId),
    status_id: statusIdOf(attempt.status),
    created_by: numberOfUser(attempt.executedBy),
    created_on: seconds(attempt.executedAt),
    assignedto_id: null,
    comment: commentOf(attempt),
    version: null,
    elapsed: attempt.executionTimeMs === null ? null : elapsedText(attempt.executionTimeMs),
    defects: attempt.defects.join(', ') || null,
    attachment_ids: attempt.attachments.map(numberOfAttachment),
    custom_step_results: null,
    ...shownResultExtras(attempt.extras),
  }))
}

/** The message or the notes, and the trace: of a long comment it is the whole. */
export function commentOf({ errorMessage, notes, trace }: Pick<Shown, 'errorMessage' | 'notes' | 'trace'>) {
  const texts = [errorMessage, notes].filter((text) => text !== null)
  const others = trace === null ? texts : [...texts.filter((text) => !trace.startsWith(text)), trace]
  return others.join('\n\n') || null
}
