import type { Kysely } from 'kysely'

const TABLES = ['test_results', 'test_result_attempts']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).addColumn('defects', 'text').execute()
}
