import type { SelectQueryBuilder } from 'kysely'

/** How many rows a query finds. It selects nothing yet. */
export async function countRows<DB, TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>): Promise<number> {
  const counted = rows.select((eb) => eb.fn.countAll<number>().as('count')).$castTo<{ count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}
