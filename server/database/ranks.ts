import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Db } from './databases.ts'

/*
 * Ranks order the cases of a suite: texts, compared byte by byte. Between any two of them there is room for another, so
 * a case moves without changes to others.
 */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The digits of a whole rank: the head 'e' announces five digits. */
const LENGTH = 5

/** The rank of a new case such as 'C12', at the end of its suite. Refs only grow, and all other ranks are lower. */
export function rankOfRef(ref: string): string {
  let digits = ''
  for (let left = Number(ref.slice(1)); digits.length < LENGTH; left = Math.floor(left / DIGITS.length))
    digits = DIGITS[left % DIGITS.length] + digits
  return `e${digits}`
}

export const lowest = (ranks: string[]): string => ranks.reduce((a, b) => (a < b ? a : b))

type Suite = { id: string; project_id: string }

/** `count` ranks directly after another. */
export async function ranksAfter(db: Db, suite: Suite, after: string | null, count: number): Promise<string[]> {
  return generateNKeysBetween(after, await rankAfter(db, suite, after), count)
}

/** `count` ranks at the end of a suite. Whole ones where there is room: they stay short however often cases are added. */
export async function ranksAtEnd(db: Db, suite: Suite, count: number): Promise<string[]> {
  const last = await lastRank(db, suite.id)
  const end = await rankAfter(db, suite, last)
  const whole = generateNKeysBetween(last, null, count)
  return (whole.at(-1) ?? '') < end ? whole : generateNKeysBetween(last, end, count)
}

export const RANK_END = 'V'

/**
 * The prefix of ranks after all others of a suite and before those of new cases. These ranks end with `RANK_END`,
 * because digits after the whole part must not end with 0.
 */
export async function endOfSuite(db: Db, suite: Suite): Promise<string> {
  const last = await lastRank(db, suite.id)
  return generateKeyBetween(last, await rankAfter(db, suite, last))
}

/** The next rank, deleted cases included; after the last one, the rank of the next new case. */
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

export const lastRank = async (db: Db, testSuiteId: string) => await edgeOf(db, testSuiteId, 'max', null)

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
