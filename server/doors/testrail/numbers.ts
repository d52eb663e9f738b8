import type { Context } from '../../context.ts'
import { findNumbers, giveNumbers, type Kind } from './numbers.repository.ts'

type NumberOf = (entity: string) => number

/** The numbers of entities. New entities get one. */
export async function numbersOf({ db, write }: Context, kind: Kind, entities: string[]): Promise<NumberOf> {
  const distinct = [...new Set(entities)]
  const known = await findNumbers(db, kind, distinct)
  const missing = distinct.filter((entity) => !known.has(entity))
  if (missing.length > 0) {
    const given = await write(null, (trx) => giveNumbers(trx, kind, missing))
    for (const [entity, number] of given) known.set(entity, number)
  }
  return (entity) => known.get(entity) as number
}

export async function numberOf(ctx: Context, kind: Kind, entity: string): Promise<number> {
  return (await numbersOf(ctx, kind, [entity]))(entity)
}
