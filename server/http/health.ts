import type { RequestHandler } from 'express'
import { sql } from 'kysely'
import { DomainError } from '#shared/errors.ts'
import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { sendDomainError, sendError } from './errors.ts'

/** How long after a failed write, or a failed trial, the health check tries a write itself. */
const TRIAL_MS = 5_000

/** Larger than what a full disk may still take. */
const TRIAL_BYTES = 256 * 1024

export const HEALTH_ROUTE = { method: 'GET', path: '/health' }

type Parts = Pick<Services, 'db' | 'log' | 'write' | 'isStopping' | 'storage' | 'bucket'>

/**
 * `GET /health`: 200 while the database can be read, its file is in place, and the last write did not fail for its
 * storage. After a failed write it tries one itself now and then, because a proxy may send no more writes. It says whether
 * the bucket of attachments works, if there is one.
 */
export function health({ db, log, write, isStopping, storage, bucket }: Parts): RequestHandler {
  let tried = { failure: storage.failure(), at: 0 }

  const checkWrites = async (): Promise<void> => {
    const failure = storage.failure()
    if (!failure) return
    const now = performance.now()
    if (failure !== tried.failure) tried = { failure, at: now }
    if (now - tried.at < TRIAL_MS) throw failure
    tried.at = now
    await write(null, writeTrial)
    await write(null, deleteTrial)
  }

  const answer: RequestHandler = async (_req, res) => {
    if (isStopping()) return sendError(res, 503, 'SERVICE_UNAVAILABLE', 'The server is stopping')
    try {
      await sql`select 1`.execute(db)
      await storage.check()
      await checkWrites()
      // Without its bucket the server still does all else, so a proxy must not leave it out.
      const attachmentStore = bucket && (bucket.isWorking ? 'ok' : 'unavailable')
      res.json({ status: 'ok', ...(attachmentStore && { attachmentStore }) })
    } catch (error) {
      log.error({ err: error }, 'the server is not healthy')
      if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return sendDomainError(res, error)
      sendError(res, 503, 'SERVICE_UNAVAILABLE', 'The database does not answer')
    }
  }
  return answer
}

const TRIAL = { key: 'health_probe', value: 'x'.repeat(TRIAL_BYTES) } as const

async function writeTrial(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values(TRIAL)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(TRIAL))
    .execute()
}

async function deleteTrial(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', TRIAL.key).execute()
}
