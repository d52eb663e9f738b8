import type { Kysely } from 'kysely'

/** Passkeys, the second kind of second factors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['credential_id', 'public_key', 'transports', 'relying_party'])
    await db.schema.alterTable('factors').addColumn(column, 'text').execute()
  // Counters have 32 bits without a sign.
  await db.schema.alterTable('factors').addColumn('sign_count', 'bigint').execute()
  await db.schema.createIndex('factors_by_credential').on('factors').column('credential_id').unique().execute()
}
