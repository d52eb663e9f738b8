import { sql } from 'kysely'
import { CLAIMED_NUMBER_MAX } from '#shared/test-cases/case-ref.ts'
import type { Db } from '../database/databases.ts'
import { inList } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/**
 * The next refs of a project: 'C1', 'C2' … Refs are never reused, even after deletions. The row of the project is
 * locked until the transaction ends, so no other writer gets the same ones.
 */
export async function takeRefs(db: Db, projectId: string, count: number): Promise<string[]> {
  const [project] = await raise(db, { projectId, count })
  const first = (project?.last ?? 0) - count + 1
  return Array.from({ length: count }, (_, index) => `C${first + index}`)
}

const raise = prepared((db, param: Param<{ projectId: string; count: number }>) =>
  db
    .updateTable('projects')
    .set({ last_case_number: sql<number>`last_case_number + ${param('count')}` })
    .where('id', '=', param('projectId'))
    .returning('last_case_number as last'),
)

/** Refs for new cases: the claimed number where no case of the project ever had it, else the next one. */
export async function claimRefs(db: Db, projectId: string, claims: readonly (number | null)[]): Promise<string[]> {
  const valid = claims.filter((claim) => claim !== null && claim <= CLAIMED_NUMBER_MAX) as number[]
  await reserveNumbers(db, projectId, Math.max(0, ...valid))
  const taken = await listGivenRefs(db, projectId, valid.map(refOf))
  const claimed = claims.map((claim) => {
    if (claim === null || claim > CLAIMED_NUMBER_MAX || taken.has(refOf(claim))) return null
    taken.add(refOf(claim))
    return refOf(claim)
  })
  const others = await takeRefs(db, projectId, claimed.filter((ref) => ref === null).length)
  return claimed.map((ref) => ref ?? (others.shift() as string))
}

/** Leaves all numbers up to this one to claims. It locks the project as `takeRefs` does. */
export async function reserveNumbers(db: Db, projectId: string, last: number): Promise<void> {
  await db
    .updateTable('projects')
    .set({ last_case_number: sql<number>`case when last_case_number < ${last} then ${last} else last_case_number end` })
    .where('id', '=', projectId)
    .execute()
}

export async function listGivenRefs(db: Db, projectId: string, refs: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('test_case_revisions')
    .select('ref')
    .distinct()
    .where('project_id', '=', projectId)
    .where('ref', 'in', inList(db, refs))
    .execute()
  return new Set(rows.map(({ ref }) => ref))
}

const refOf = (number: number) => `C${number}`
