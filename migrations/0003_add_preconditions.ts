import type { Kysely } from 'kysely'

const TABLES = ['test_cases', 'test_case_revisions']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).addColumn('preconditions', 'text').execute()
}
