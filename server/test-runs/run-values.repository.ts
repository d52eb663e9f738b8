import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/databases.ts'

type Column = 'branch' | 'environment' | 'milestone' | 'created_by'
type OfProject = { projectId: string; limit: number }

export async function listUsed(db: Db, column: Column, { projectId, limit }: OfProject): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`with recursive ${used(column, projectId)}
    select value from used where value is not null order by last desc limit ${limit}`.execute(db)
  return rows.map(({ value }) => value)
}

export async function listStarters(db: Db, { projectId, limit }: OfProject): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`with recursive ${used('created_by', projectId)}
    select users.id, users.name from used inner join users on users.id = used.value
    order by last desc limit ${limit}`.execute(db)
  return rows
}

/** Steps from value to value in the index of the column: the cost grows with the values, not with the runs. */
function used(column: Column, projectId: string): RawBuilder<unknown> {
  const name = sql.ref(column)
  const runs = sql`from test_runs where project_id = ${projectId} and is_receiving = 0`
  const next = (condition: RawBuilder<unknown>) =>
    sql`(select ${name} ${runs} and ${condition} order by ${name} limit 1)`
  return sql`step (value) as (
      select ${next(sql`${name} is not null`)}
      union all select ${next(sql`${name} > step.value`)} from step where step.value is not null
    ), used as (
      select value, (select id ${runs} and ${name} = value order by id desc limit 1) as last from step
    )`
}
