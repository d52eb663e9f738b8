import type { Db } from '../databases.ts'
import { type Param, prepared } from '../prepared.ts'

/** More than a project ever gives refs. Two million projects are exact numbers in JavaScript. */
const CASES_MAX = 2 ** 32

/** The ids of the searched texts of a project: `first` and the number of a case's ref. */
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
