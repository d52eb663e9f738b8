import { invalidField } from '#shared/errors.ts'
import { sharesOf } from '#shared/test-runs/shares.ts'
import type { StartRun } from '#shared/test-runs/test-run.ts'
import type { Db } from '../database/databases.ts'
import { findMemberIds } from '../members/members.service.ts'
import { assignAll, assignSome, listCasesInOrder } from './assign-cases.repository.ts'

type Assignment = Pick<StartRun, 'assigneeId' | 'assigneeIds'>

const STRANGER = 'The assignee must be a member of this project'

/** Throws BAD_REQUEST for an assignee who is no member, and for both ways to assign at once. */
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
 * Assigns the results of a new run: all of them to one person, or the manual ones in even parts to several. Automated
 * cases wait for nobody, so they are shared only in a run without manual ones.
 */
export async function assignCases(db: Db, testRunId: string, { assigneeId, assigneeIds }: Assignment): Promise<void> {
  if (assigneeId != null) await assignAll(db, { testRunId, assigneeId })
  const people = [...new Set(assigneeIds ?? [])]
  if (people.length === 0) return
  const all = await listCasesInOrder(db, { testRunId })
  const manual = all.filter(({ type }) => type === 'manual')
  const shared = (manual.length > 0 ? manual : all).map(({ id }) => id)
  for (const [index, part] of sharesOf(shared, people.length).entries())
    await assignSome(db, { resultIds: part, assigneeId: people[index] as string })
}
