import type { AttachmentItem } from '#shared/attachments/attachment.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import type { ActorContext } from '../context.ts'
import { giveWay } from '../limits/give-way.ts'
import { findTestRun } from '../test-runs/test-runs.repository.ts'
import { listAttemptKeys, readAttempts, type RunAttempt } from './run-attempts.repository.ts'

/** Attempts per query, and after how many characters a page ends early: each may have 250,000. */
const ROWS = 50
const PAGE_CHARACTERS = 4_000_000

type ListRunAttempts = { testRunId: string; statuses: ResultStatus[] | undefined; limit: number; offset: number }

/** An attempt with the ids of its files: those of a result are with its newest attempt. */
type Listed = RunAttempt & { attachments: string[] }

export async function listRunAttempts(
  { db, actor }: ActorContext,
  { testRunId, statuses, limit, offset }: ListRunAttempts,
): Promise<{ attempts: Listed[]; hasMore: boolean }> {
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  const keys = await listAttemptKeys(db, run, { statuses, limit: limit + 1, offset })
  const attempts: Listed[] = []
  let characters = 0
  for (let from = 0; from < Math.min(limit, keys.length) && characters < PAGE_CHARACTERS; from += ROWS) {
    for (const read of await readAttempts(db, keys.slice(from, Math.min(limit, from + ROWS)))) {
      attempts.push({ ...read, attachments: filesOf(read) })
      characters += (read.trace?.length ?? 0) + (read.errorMessage?.length ?? 0) + (read.notes?.length ?? 0)
    }
    await giveWay()
  }
  return { attempts, hasMore: keys.length > attempts.length }
}

function filesOf({ number, attempts, files }: RunAttempt): string[] {
  if (number !== attempts || files === null) return []
  return (JSON.parse(files) as AttachmentItem[]).map(({ id }) => id)
}
