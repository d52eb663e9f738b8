import type { ExpressionBuilder } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { type Param, prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'

/** `tests` are packed, as base64. */
export type PackedPart = { number: number; tests: string }

const insertRows = bulkInsert('test_report_parts', ['test_report_id', 'number', 'tests', 'stored_at'])

export async function insertParts(db: Db, test_report_id: string, parts: PackedPart[]): Promise<void> {
  const stored_at = new Date().toISOString()
  await insertRows(
    db,
    parts.map((part) => ({ ...part, test_report_id, stored_at })),
  )
}

export async function countParts(db: Db, reportId: string): Promise<number> {
  return await countRows(db.selectFrom('test_report_parts').where('test_report_id', '=', reportId))
}

export async function firstPart(db: Db, reportId: string): Promise<PackedPart | undefined> {
  return (await first(db, { reportId }))[0]
}

const first = prepared((db, param: Param<{ reportId: string }>) =>
  db
    .selectFrom('test_report_parts')
    .select(['number', 'tests'])
    .where('test_report_id', '=', param('reportId'))
    .orderBy('number')
    .limit(1),
)

/** Deletes a part. It is recorded in the same transaction. */
export const deletePart = prepared((db, param: Param<{ reportId: string; number: number }>) =>
  db
    .deleteFrom('test_report_parts')
    .where('test_report_id', '=', param('reportId'))
    .where('number', '=', param('number')),
)

export async function deleteParts(db: Db, reportId: string, limit: number): Promise<boolean> {
  const next = await db
    .selectFrom('test_report_parts')
    .select('number')
    .where('test_report_id', '=', reportId)
    .where(isAbandoned)
    .orderBy('number')
    .limit(limit)
    .execute()
  const last = next.at(-1)?.number
  if (last === undefined) return false
  await db.deleteFrom('test_report_parts').where('test_report_id', '=', reportId).where('number', '<=', last).execute()
  return true
}

/** The ids of reports that have parts but were not accepted, or whose run was deleted. */
export async function listAbandonedParts(db: Db, storedUntil: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_report_parts')
    .select('test_report_id as id')
    .where(isAbandoned)
    .groupBy('test_report_id')
    .having((eb) => eb(eb.fn.max('stored_at'), '<=', storedUntil))
    .execute()
  return rows.map(({ id }) => id)
}

function isAbandoned(eb: ExpressionBuilder<Tables, 'test_report_parts'>) {
  const report = eb
    .selectFrom('test_reports')
    .select('id')
    .whereRef('test_reports.id', '=', 'test_report_parts.test_report_id')
  return eb.not(eb.exists(report))
}
