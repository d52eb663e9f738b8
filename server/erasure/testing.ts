import { sql } from 'kysely'
import type { Db } from '../database/databases.ts'

/** The tables in which a text stands, searched in all columns of all tables. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, columns } of await db.introspection.getTables()) {
    const texts = columns.filter(({ dataType }) => /text|char/i.test(dataType))
    if (texts.length === 0 || /trigrams/.test(name)) continue
    const any = sql.join(
      texts.map((column) => sql`lower(${sql.ref(column.name)}) like ${`%${text.toLowerCase()}%`}`),
      sql` or `,
    )
    const { rows } = await sql`select 1 from ${sql.table(name)} where ${any} limit 1`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
