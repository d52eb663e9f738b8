import { isAmong, type Memberships } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { isShownSuite } from '../database/hidden-suites.ts'
import { type Param, prepared } from '../database/prepared.ts'
import { lastNumbers } from './bulk-suites.repository.ts'

export type SuiteSize = { id: string; testCaseCount: number }

/** The suites of all projects of these memberships, newest project first and then by id, as in lists of their cases. */
export async function suiteSizesOfUser(db: Db, memberships: Memberships): Promise<SuiteSize[]> {
  const suites = await suitesOfUser(db, memberships)
  return await suiteSizes(
    db,
    suites.map(({ id }) => id),
  )
}

/** In the order of the ids. Numbers of cases have no gaps, so the highest number is the count. */
export async function suiteSizes(db: Db, ids: string[]): Promise<SuiteSize[]> {
  const counts = await lastNumbers(db, ids)
  return ids.map((id) => ({ id, testCaseCount: counts.get(id) ?? 0 }))
}

const suitesOfUser = prepared((db, param: Param<Memberships>) =>
  db
    .selectFrom('test_suites')
    .innerJoin('project_members', 'project_members.project_id', 'test_suites.project_id')
    .select('test_suites.id')
    .where(isAmong({ userId: param('userId'), projectIds: param('projectIds') }))
    .where(isShownSuite)
    .orderBy('test_suites.project_id', 'desc')
    .orderBy('test_suites.id'),
)
