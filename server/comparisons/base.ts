import { DomainError, notFound } from '#shared/errors.ts'
import type { Actor } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { findBaseRun } from '../test-runs/comparable-runs.repository.ts'
import { findTestRun, type FoundRun, type TestRunRow } from '../test-runs/test-runs.repository.ts'

/**
 * The run to compare with: the one with this id, or else the last comparable run before. Null if no run came before.
 * Throws NOT_FOUND or BAD_REQUEST about `with`.
 */
export async function findBase(
  db: Db,
  actor: Actor,
  run: FoundRun,
  id: string | undefined,
): Promise<TestRunRow | null> {
  if (id === undefined) return await findBaseRun(db, run)
  if (id === run.id) throw badWith('BAD_REQUEST', 'A run cannot be compared with itself')
  const base = await findTestRun(db, actor, id, 'project.read').catch((error: unknown) => {
    const isUnknown = error instanceof DomainError && error.code === 'NOT_FOUND'
    throw isUnknown ? badWith('NOT_FOUND', notFound('Test run').message) : error
  })
  if (base.project_id !== run.project_id) throw badWith('BAD_REQUEST', 'Runs of different projects cannot be compared')
  return base
}

function badWith(code: 'BAD_REQUEST' | 'NOT_FOUND', message: string): DomainError {
  return new DomainError(code, message, { issues: [{ path: ['with'], message }] })
}
