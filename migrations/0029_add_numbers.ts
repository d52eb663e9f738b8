import type { Kysely } from 'kysely'

/**
 * Whole numbers for records that other tools know only by number. No foreign keys: a number outlives its record, so that
 * it is never given to another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('number_counters')
    .addColumn('kind', 'text', (column) => column.primaryKey().notNull())
    .addColumn('last', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('numbers')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('entity', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('numbers_pk', ['kind', 'number'])
    .execute()
  await db.schema.createIndex('numbers_by_entity').unique().on('numbers').columns(['kind', 'entity']).execute()
}
