import { DomainError, type Issue } from '#shared/errors.ts'
import type { Db } from '../database/databases.ts'
import { findCaseIds } from './case-lookup.repository.ts'

const SHOWN_LENGTH = 100
const SHOWN_ISSUES = 100

/**
 * Throws NOT_FOUND when one of these ids is no case of the project. The message names the first one; `path` is that of
 * the list in the input.
 */
export async function refuseUnknownCases(db: Db, projectId: string, ids: string[], path: string[]): Promise<void> {
  const known = await findCaseIds(db, projectId, ids)
  const issues = ids.flatMap((id, index): Issue[] =>
    known.has(id) ? [] : [{ path: [...path, index], message: `Test case ${id.slice(0, SHOWN_LENGTH)} not found` }],
  )
  const [first] = issues
  if (first) throw new DomainError('NOT_FOUND', first.message, { issues: issues.slice(0, SHOWN_ISSUES) })
}
