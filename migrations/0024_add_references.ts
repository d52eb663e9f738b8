import type { Kysely } from 'kysely'

const TABLES = ['test_cases', 'test_case_revisions']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).addColumn('references', 'text').execute()
  await db.schema.alterTable('projects').addColumn('issue_url', 'text').execute()
}
