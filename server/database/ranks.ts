import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Db } from './databases.ts'

/*
 * Ranks order the cases of a suite: texts, compared byte by byte. Between any two there is room for more, so that a case
 * goes anywhere without a change to the others.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Of a whole rank: the head 'e' says that five digits follow. */
const LENGTH = 5

/** The rank of a new case, 'C12', at the end of its suite. Refs only grow, and all other ranks are lower. */
export function rankOfRef(ref: string): string {
  let digits = ''
  for (let left = Number(ref.slice(1)); digits.length < LENGTH; left = Math.floor(left / DIGITS.length))
    digits = DIGITS[left % DIGITS.length] + digits
  return `e${digits}`
}

/** The first of some ranks. */
export const lowest = (ranks: string[]): string => ranks.reduce((a, b) => (a < b ? a : b))

type Suite = { id: string; project_id: string }

/** So many ranks right behind one. */
export async function ranksAfter(db: Db, suite: Suite, after: string | null, count: number): Promise<string[]> {
  return generateNKeysBetween(after, await rankAfter(db, suite, after), count)
}

export const RANK_END = 'V'

/**
 * What ranks begin with that stand behind all others of a suite and before those of new cases. They end with `RANK_END`,
 * because digits after the whole part must not end with 0.
 */
export async function endOfSuite(db: Db, suite: Suite): Promise<string> {
  const last = await lastRank(db, suite.id)
  return generateKeyBetween(last, await rankAfter(db, suite, last))
}

/** The next rank, also of what is in the trash; behind the last one, the rank of the next new case. */
async function rankAfter(db: Db, { id, project_id }: Suite, after: string | null): Promise<string> {
  const next = await edgeOf(db, id, 'min', after)
  if (next !== null) return next
  const { last_case_number: last } = await db
    .selectFrom('projects')
    .select('last_case_number')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  return rankOfRef(`C${last + 1}`)
}

/** The highest rank of a suite; null without cases. */
export const lastRank = async (db: Db, testSuiteId: string) => await edgeOf(db, testSuiteId, 'max', null)

/** The lowest or highest rank of a suite behind another, in the suite and in the trash. */
async function edgeOf(db: Db, testSuiteId: string, edge: 'min' | 'max', after: string | null): Promise<string | null> {
  const of = (table: 'test_cases' | 'deleted_test_cases') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn[edge]<string | null>('rank').as('rank'))
      .where('test_suite_id', '=', testSuiteId)
      .$if(after !== null, (query) => query.where('rank', '>', after))
      .executeTakeFirst()
  const ranks = [(await of('test_cases'))?.rank, (await of('deleted_test_cases'))?.rank].filter((rank) => rank != null)
  return ranks.toSorted((a, b) => (a < b === (edge === 'min') ? -1 : 1))[0] ?? null
}
