import { bulkInsert } from '../../database/bulk.ts'
import type { Db } from '../../database/databases.ts'
import { inList } from '../../database/dialect.ts'
import { type Param, prepared } from '../../database/prepared.ts'

/** `case` and `run`: only for callers of several projects, for whom the numbers of refs are not unique. */
export type Kind =
  | 'project'
  | 'section'
  | 'case'
  | 'run'
  | 'test'
  | 'result'
  | 'user'
  | 'attachment'
  | 'milestone'
  | 'case field'
  | 'result field'

/** The number of the project's own credential among users. */
export const MACHINE = 1

const RESERVED: Partial<Record<Kind, number>> = { user: MACHINE }

/** PostgreSQL fails for a number that its column cannot have. */
export const NUMBER_MAX = 2 ** 31 - 1

export type Numbered = { number: number; entity: string }

export async function findNumbers(db: Db, kind: Kind, entities: string[]): Promise<Map<string, number>> {
  if (entities.length === 0) return new Map()
  const rows = await numbersOfEntities(db, { kind, entities })
  return new Map(rows.map(({ entity, number }) => [entity, number]))
}

const numbersOfEntities = prepared((db, param: Param<{ kind: string; entities: string[] }>) =>
  db
    .selectFrom('numbers')
    .select(['entity', 'number'])
    .where('kind', '=', param('kind'))
    .where('entity', 'in', inList(db, param('entities'))),
)

export async function findEntity(db: Db, kind: Kind, number: number): Promise<string | undefined> {
  if (number > NUMBER_MAX) return undefined
  const [row] = await entityOfNumber(db, { kind, number })
  return row?.entity
}

const entityOfNumber = prepared((db, param: Param<{ kind: string; number: number }>) =>
  db.selectFrom('numbers').select('entity').where('kind', '=', param('kind')).where('number', '=', param('number')),
)

export async function findEntities(db: Db, kind: Kind, numbers: number[]): Promise<Map<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await entitiesOfNumbers(db, { kind, numbers })
  return new Map(rows.map(({ entity, number }) => [number, entity]))
}

const entitiesOfNumbers = prepared((db, param: Param<{ kind: string; numbers: number[] }>) =>
  db
    .selectFrom('numbers')
    .select(['entity', 'number'])
    .where('kind', '=', param('kind'))
    .where('number', 'in', inList(db, param('numbers'), 'integer')),
)

/** What was numbered below a prefix, such as the milestones of a project. */
export async function listNumbered(db: Db, kind: Kind, prefix: string): Promise<Numbered[]> {
  return await db
    .selectFrom('numbers')
    .select(['number', 'entity'])
    .where('kind', '=', kind)
    .where('entity', 'like', `${prefix}%`)
    .orderBy('number')
    .execute()
}

/**
 * Gives the next numbers of a kind to entities that have none, in their order. The counter is locked first, so that two
 * servers do not number the same entity.
 */
export async function giveNumbers(db: Db, kind: Kind, entities: string[]): Promise<Map<string, number>> {
  const last = await lockCounter(db, kind)
  const known = await findNumbers(db, kind, entities)
  const given = entities
    .filter((entity) => !known.has(entity))
    .map((entity, index) => ({ kind, entity, number: last + index + 1 }))
  if (given.length === 0) return known
  await insertNumbers(db, given)
  await db
    .updateTable('number_counters')
    .set({ last: last + given.length })
    .where('kind', '=', kind)
    .execute()
  for (const { entity, number } of given) known.set(entity, number)
  return known
}

const insertNumbers = bulkInsert('numbers', ['kind', 'number', 'entity'])

async function lockCounter(db: Db, kind: Kind): Promise<number> {
  await db
    .insertInto('number_counters')
    .values({ kind, last: RESERVED[kind] ?? 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { last } = await db
    .updateTable('number_counters')
    .set((eb) => ({ last: eb.ref('last') }))
    .where('kind', '=', kind)
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
