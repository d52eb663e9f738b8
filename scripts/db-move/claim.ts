import { MOVE_TABLE } from '#server/database/unfinished-move.ts'
import { isDerived, quoted } from './schema.ts'
import type { Source } from './source.ts'
import type { Target } from './target.ts'

/** How a move begins: on an empty target, after an interruption, or again because the file changed. */
export type Beginning = 'new' | 'resumed' | 'restarted'

/** Kysely's own tables. */
const OF_MIGRATIONS = new Set(['kysely_migration', 'kysely_migration_lock'])

/**
 * Prepares the target and marks it as unfinished. It must be empty or contain an interrupted move of the same file;
 * otherwise throws with the reason and changes nothing.
 */
export async function claimTarget(target: Target, source: Source): Promise<Beginning> {
  const present = await tablesIn(target)
  const isMarked = present.includes(MOVE_TABLE)
  const beginning = isMarked ? await findBeginning(target, source) : 'new'
  if (beginning === 'new') await checkEmpty(target, source, present)
  if (beginning !== 'resumed') await target.transaction(() => startOver(target, source, present))
  await target.migrate()
  return beginning
}

/** Removes the mark, so that a server may start on the database, and collects planner statistics. */
export async function releaseTarget(target: Target): Promise<void> {
  await target.query('analyze')
  await target.query(`drop table ${MOVE_TABLE}`)
}

async function tablesIn(target: Target): Promise<string[]> {
  const found = await target.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
  return found.map(({ relname }) => relname)
}

async function findBeginning(target: Target, source: Source): Promise<Beginning> {
  const [mark] = await target.query<{ file: string; state: string }>(`select file, state from ${MOVE_TABLE} limit 1`)
  if (mark?.file !== source.file) throw new Error(`a move from ${mark?.file} into ${target.name} is not finished`)
  return mark.state === source.state ? 'resumed' : 'restarted'
}

async function checkEmpty(target: Target, source: Source, present: string[]): Promise<void> {
  for (const name of present.filter((name) => !OF_MIGRATIONS.has(name))) {
    if (!isDerived(name) && !source.tables.some((table) => table.name === name))
      throw new Error(`${target.name} holds a table of another program (${name})`)
    const [found] = await target.query<{ exists: boolean }>(`select exists (select from ${quoted(name)})`)
    if (found?.exists)
      throw new Error(`${target.name} holds data (${name}) and no unfinished move; a move takes an empty database`)
  }
}

/** Truncating loses nothing: the file still has the rows of an earlier move. */
async function startOver(target: Target, source: Source, present: string[]): Promise<void> {
  const names = source.tables.map(({ name }) => name)
  const filled = present.filter((name) => isDerived(name) || names.includes(name)).map(quoted)
  if (filled.length > 0) await target.query(`truncate ${filled.join(', ')}`)
  await target.query(`drop table if exists ${MOVE_TABLE}`)
  await target.query(`create table ${MOVE_TABLE} (
    table_name text primary key, file text not null, state text not null,
    place bigint not null default 0, rows bigint not null default 0, replaced bigint not null default 0
  )`)
  await target.query(`insert into ${MOVE_TABLE} (table_name, file, state) select unnest($1::text[]), $2, $3`, [
    names,
    source.file,
    source.state,
  ])
}
