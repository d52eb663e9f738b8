import { invalidField } from '#shared/errors.ts'
import type { CaseType } from '#shared/test-cases/test-case.ts'
import { sharesOf } from '#shared/test-runs/shares.ts'
import type { StartRun } from '#shared/test-runs/test-run.ts'
import type { Db } from '../database/databases.ts'
import { findMemberIds } from '../members/members.repository.ts'
import { assignAll, assignSome, listCasesInOrder } from './assign-cases.repository.ts'

type Assignment = Pick<StartRun, 'assigneeId' | 'assigneeIds'>

const STRANGER = 'The assignee must be a member of this project'

/** Throws BAD_REQUEST for an assignee who is not a member, and for both ways to assign at once. */
export async function refuseStrangers(db: Db, projectId: string, given: Assignment): Promise<void> {
  const [one, many] = [given.assigneeId ?? null, given.assigneeIds ?? []]
  if (one !== null && many.length > 0) throw invalidField('assigneeIds', 'Give an assigneeId or assigneeIds, not both')
  const named = one === null ? many : [one]
  if (named.length === 0) return
  const members = await findMemberIds(db, projectId, [...new Set(named)])
  const stranger = named.findIndex((id) => !members.has(id))
  if (stranger !== -1) throw invalidField(one === null ? ['assigneeIds', stranger] : 'assigneeId', STRANGER)
}

/**
 * Distributes the results of a new run: all of them to one person, or the manual ones in even parts to several.
 * Automated cases need no tester, so they are distributed only in a run without manual ones.
 */
export function sharedOut<T extends { type: CaseType }>(
  results: T[],
  { assigneeId, assigneeIds }: Assignment,
): [assigneeId: string, results: T[]][] {
  if (assigneeId != null) return [[assigneeId, results]]
  const people = [...new Set(assigneeIds ?? [])]
  if (people.length === 0) return []
  const manual = results.filter(({ type }) => type === 'manual')
  const parts = sharesOf(manual.length > 0 ? manual : results, people.length)
  return people.map((id, index) => [id, parts[index] as T[]])
}

export async function assignCases(db: Db, testRunId: string, given: Assignment): Promise<void> {
  if (given.assigneeId != null) return void (await assignAll(db, { testRunId, assigneeId: given.assigneeId }))
  if ((given.assigneeIds ?? []).length === 0) return
  for (const [assigneeId, results] of sharedOut(await listCasesInOrder(db, { testRunId }), given))
    await assignSome(db, { resultIds: results.map(({ id }) => id), assigneeId })
}
