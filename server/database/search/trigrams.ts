import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../databases.ts'
import { isPostgres, takeLock } from '../dialect.ts'

/* The trigram indexes: FTS5 on SQLite, pg_trgm on PostgreSQL. They find candidates; `contains` decides. */

/** A condition of a search: one of the texts occurs, or with `isNot` none of them. */
export type TextCondition = { anyOf: string[]; isNot: boolean; isCommon: boolean }

export function fulfils(db: Db, column: string, { anyOf, isNot }: TextCondition): RawBuilder<SqlBool> {
  if (anyOf.length === 0) return sql`1 = ${sql.lit(isNot ? 1 : 0)}`
  const found = sql.join(
    anyOf.map((text) => contains(db, column, text)),
    sql` or `,
  )
  return isNot ? sql`not (${found})` : sql`(${found})`
}

/** SQLite refuses longer patterns. Shorter ones take half the time of `instr`. */
const GLOB_BYTES = 50_000

function contains(db: Db, column: string, text: string): RawBuilder<SqlBool> {
  const ref = sql.ref(column)
  if (!isPostgres(db)) {
    const pattern = `*${text.replaceAll(/[*?[]/g, '[$&]')}*`
    return Buffer.byteLength(pattern) <= GLOB_BYTES ? sql`${ref} glob ${pattern}` : sql`instr(${ref}, ${text}) > 0`
  }
  return sql`${ref} like ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}

/** Whether an index can answer the condition: texts of fewer than three characters have no trigram. */
export const isIndexable = ({ anyOf, isNot, isCommon }: TextCondition): boolean =>
  !isNot && !isCommon && anyOf.length > 0 && anyOf.every((text) => Array.from(text).length >= 3)

export function ftsQuery(conditions: TextCondition[]): string {
  const groups = conditions.filter(isIndexable).map(({ anyOf }) => `(${anyOf.map(allTrigrams).join(' OR ')})`)
  return groups.join(' AND ')
}

const allTrigrams = (text: string) => `(${trigramsOf(text).map(quoted).join(' AND ')})`

/** Trigrams that cover the text. More would exclude more false candidates, but each one is another list to read. */
function trigramsOf(text: string): string[] {
  const letters = Array.from(text)
  const starts = Array.from({ length: Math.floor(letters.length / 3) }, (_, index) => index * 3)
  if (letters.length % 3 !== 0) starts.push(letters.length - 3)
  return starts.map((start) => letters.slice(start, start + 3).join(''))
}

const quoted = (trigram: string) => `"${trigram.replaceAll('"', '""')}"`

/** Creates PostgreSQL's index if possible. Otherwise returns why not: extensions or permissions are missing. */
export async function createTrigramIndex(db: Db): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined
  const { rows } = await sql`select to_regclass('test_case_search_trigrams') as found`.execute(db)
  if ((rows[0] as { found: string | null }).found !== null) return undefined
  try {
    await db.transaction().execute(async (trx) => {
      // Without the lock, servers that start together create it twice, and one fails despite `if not exists`.
      await takeLock(trx, sql.val('trigram index'))
      await sql`create extension if not exists pg_trgm`.execute(trx)
      await sql`create extension if not exists btree_gin`.execute(trx)
      await sql`create index if not exists test_case_search_trigrams on test_case_search
        using gin (project_id, text gin_trgm_ops) with (gin_pending_list_limit = 512) where is_indexed = 1`.execute(trx)
    })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
