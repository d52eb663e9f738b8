import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import type { Db } from './databases.ts'
import { inList } from './dialect.ts'
import { type Param, prepared } from './prepared.ts'

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

/**
 * Ranks at the ends of suites of a project, as many as `counts` says. Whole ones where there is room: they stay short
 * however often cases are added.
 */
export async function ranksAtEnds(
  db: Db,
  projectId: string,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, string[]>> {
  const end = await rankOfNextCase(db, projectId)
  const rows = await lastRanks(db, { ids: [...counts.keys()] })
  const lasts = new Map(rows.map(({ id, ...of }) => [id, highest([of.last, of.last_deleted])]))
  return new Map(Array.from(counts, ([id, count]) => [id, atEnd(lasts.get(id) ?? null, end, count)]))
}

function atEnd(last: string | null, end: string, count: number): string[] {
  const whole = generateNKeysBetween(last, null, count)
  return (whole.at(-1) ?? '') < end ? whole : generateNKeysBetween(last, end, count)
}

/** Of many suites in one query. Reads the ends of two indexes for each. */
const lastRanks = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_suites')
    .select((eb) => {
      const last = (table: 'test_cases' | 'deleted_test_cases') =>
        eb.selectFrom(table).select('rank').whereRef('test_suite_id', '=', 'test_suites.id').orderBy('rank', 'desc')
      return ['id', last('test_cases').limit(1).as('last'), last('deleted_test_cases').limit(1).as('last_deleted')]
    })
    .where('id', 'in', inList(db, param('ids'))),
)

const highest = (ranks: (string | null)[]) => ranks.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a))

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
  return next ?? (await rankOfNextCase(db, project_id))
}

async function rankOfNextCase(db: Db, projectId: string): Promise<string> {
  const { last_case_number: last } = await db
    .selectFrom('projects')
    .select('last_case_number')
    .where('id', '=', projectId)
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
