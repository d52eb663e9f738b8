import type { Db } from '../databases.ts'
import { type Param, prepared } from '../prepared.ts'

/** More refs than a project ever gives. Two million projects still fit into exact numbers. */
const CASES_MAX = 2 ** 32

/** The ids of a project's search texts: `first` plus the number of the case's ref. */
export async function idRange(db: Db, projectId: string): Promise<{ first: number; last: number }> {
  const number = (await findNumber(db, projectId)) ?? (await insertNumber(db, projectId))
  return rangeOf(number)
}

/** Undefined for a project that never had a case. */
export async function knownIdRange(db: Db, projectId: string): Promise<{ first: number; last: number } | undefined> {
  const number = await findNumber(db, projectId)
  return number === undefined ? undefined : rangeOf(number)
}

const rangeOf = (number: number) => ({ first: number * CASES_MAX, last: (number + 1) * CASES_MAX - 1 })

async function findNumber(db: Db, projectId: string): Promise<number | undefined> {
  return (await numberOf(db, { projectId }))[0]?.number
}

const numberOf = prepared((db, param: Param<{ projectId: string }>) =>
  db.selectFrom('searched_projects').select('number').where('project_id', '=', param('projectId')),
)

async function insertNumber(db: Db, projectId: string): Promise<number> {
  const { number } = await db
    .insertInto('searched_projects')
    .values({ project_id: projectId })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
