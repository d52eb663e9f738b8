import type { Kysely } from 'kysely'

type Versioned = { projects: { version: string }; test_runs: { version: string } }

const TABLES = ['projects', 'test_runs'] as const

/** Rows of one table may share a version: a tag also names the record. */
export async function up(db: Kysely<Versioned>): Promise<void> {
  for (const table of TABLES) {
    await db.schema
      .alterTable(table)
      .addColumn('version', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.updateTable(table).set({ version: crypto.randomUUID() }).execute()
  }
}
