import { DomainError, type Issue } from '#shared/errors.ts'
import type { Db } from '../database/databases.ts'
import { findCaseIds } from './case-lookup.repository.ts'

const SHOWN_LENGTH = 100
const SHOWN_ISSUES = 100

type Problem = (id: string) => string | false

/** Throws the first problem of these cases. `path` is that of the list in the input. */
export function refuseCases(
  code: 'BAD_REQUEST' | 'NOT_FOUND',
  ids: readonly string[],
  path: string[],
  problemOf: Problem,
): void {
  const issues = ids.flatMap((id, index): Issue[] => {
    const message = problemOf(id)
    return message === false ? [] : [{ path: [...path, index], message }]
  })
  const [first] = issues
  if (first) throw new DomainError(code, first.message, { issues: issues.slice(0, SHOWN_ISSUES) })
}

/** Throws NOT_FOUND if one of these ids is not a case of the project. */
export async function refuseUnknownCases(db: Db, projectId: string, ids: string[], path: string[]): Promise<void> {
  refuseNotFound(await findCaseIds(db, projectId, ids), ids, path)
}

/** Throws NOT_FOUND if one of these ids was not found. */
export function refuseNotFound(found: { has: (id: string) => boolean }, ids: string[], path: string[]): void {
  refuseCases('NOT_FOUND', ids, path, (id) => !found.has(id) && `Test case ${id.slice(0, SHOWN_LENGTH)} not found`)
}

/** Drops ids that are no longer cases of the project. */
export async function keepKnownCases(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const known = await findCaseIds(db, projectId, ids)
  return ids.filter((id) => known.has(id))
}
