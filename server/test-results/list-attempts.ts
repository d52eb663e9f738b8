import { PAGE_MAX } from '#shared/page.ts'
import type { Attempt, ListAttempts } from '#shared/test-results/test-result.ts'
import type { ActorContext } from '../context.ts'
import { cursorPage, type Page } from '../http/paging.ts'
import { listAttemptRows } from './attempts.repository.ts'
import { findTestResult } from './test-results.repository.ts'

/** Attempts per query. Each may have 250,000 characters. */
const ROWS = 50

/** A page ends early at this many characters: 1,000 long attempts would take 250 MB. */
const PAGE_CHARACTERS = 4_000_000

/** A page of the attempts of a result. A short history is complete; otherwise `next` is the cursor to continue. */
export async function listAttempts(
  { db, actor }: ActorContext,
  { resultId, limit = PAGE_MAX, offset = 0, cursor, order = 'oldest' }: ListAttempts,
): Promise<Page<Attempt>> {
  const result = await findTestResult(db, actor, resultId, 'project.read')
  const read: Attempt[] = []
  let characters = 0
  while (read.length <= limit) {
    const last = read.at(-1)?.number ?? (cursor === undefined ? undefined : Number(cursor))
    const range = { cursor: last, order, limit: Math.min(ROWS, limit + 1 - read.length) }
    const rows = await listAttemptRows(db, result, { ...range, offset: read.length === 0 ? offset : 0 })
    read.push(...rows)
    for (const row of rows) characters += charactersOf(row)
    if (rows.length < range.limit || characters > PAGE_CHARACTERS) break
  }
  const isFull = characters > PAGE_CHARACTERS && read.length > 1
  const most = isFull ? Math.min(limit, read.length - 1) : limit
  const page = cursorPage(read, { limit: most }, result.attempts, ({ number }) => String(number))
  return page.next ? { ...page, next: { ...page.next, limit: String(limit) } } : page
}

function charactersOf({ expectedValue, actualValue, errorMessage, trace, notes, steps }: Attempt): number {
  const ofSteps = steps.flatMap(({ action, expected, note }) => [action, expected, note])
  return [expectedValue, actualValue, errorMessage, trace, notes, ...ofSteps].reduce(
    (sum, text) => sum + (text?.length ?? 0),
    0,
  )
}
