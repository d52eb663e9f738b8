import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ExpressionBuilder } from 'kysely'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import type { Tables } from '../database/tables.ts'
import type { ReportedTest } from './reported-test.ts'

/** Tests of a report, by their number in it. */
export type Part = { number: number; tests: ReportedTest[] }
export type PackedPart = { number: number; tests: string }

/** Packing must not take longer than it saves. */
const LEVEL = 1

const [zip, unzip] = [promisify(gzip), promisify(gunzip)]

/** `lines` are tests as JSON. Packs in a thread of Node's pool. */
export async function pack(number: number, lines: string[]): Promise<PackedPart> {
  return { number, tests: (await zip(lines.join('\n'), { level: LEVEL })).toString('base64') }
}

async function unpack({ number, tests }: PackedPart): Promise<Part> {
  const text = (await unzip(Buffer.from(tests, 'base64'))).toString()
  return { number, tests: text.split('\n').map((line) => JSON.parse(line) as ReportedTest) }
}

const insertRows = bulkInsert('test_report_parts', ['test_report_id', 'number', 'tests', 'stored_at'])

export async function insertParts(db: Db, test_report_id: string, parts: PackedPart[]): Promise<void> {
  const stored_at = new Date().toISOString()
  await insertRows(
    db,
    parts.map((part) => ({ ...part, test_report_id, stored_at })),
  )
}

export async function countParts(db: Db, reportId: string): Promise<number> {
  const { count } = await db
    .selectFrom('test_report_parts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('test_report_id', '=', reportId)
    .executeTakeFirstOrThrow()
  return count
}

/** The first part of a report after the given number. */
export async function readPart(db: Db, reportId: string, after: number): Promise<Part | undefined> {
  const row = await db
    .selectFrom('test_report_parts')
    .select(['number', 'tests'])
    .where('test_report_id', '=', reportId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row && (await unpack(row))
}

/**
 * Deletes the part that is about to be recorded in the same transaction. Without a part, only asks whether none is left.
 * Returns false, without a change, if it is not the next one of the report any more: another server records it, too.
 */
export async function takePart(db: Db, reportId: string, part: Part | undefined): Promise<boolean> {
  const next = await db
    .selectFrom('test_report_parts')
    .select('number')
    .where('test_report_id', '=', reportId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (next?.number !== part?.number) return false
  if (part)
    await db
      .deleteFrom('test_report_parts')
      .where('test_report_id', '=', reportId)
      .where('number', '=', part.number)
      .execute()
  return true
}

/** Deletes some parts of a report that was not accepted or whose run was deleted. Returns whether there were any. */
export async function deleteParts(db: Db, reportId: string, limit: number): Promise<boolean> {
  const next = await db
    .selectFrom('test_report_parts')
    .select('number')
    .where('test_report_id', '=', reportId)
    .where(isOrphan)
    .orderBy('number')
    .limit(limit)
    .execute()
  const last = next.at(-1)?.number
  if (last === undefined) return false
  await db.deleteFrom('test_report_parts').where('test_report_id', '=', reportId).where('number', '<=', last).execute()
  return true
}

/** The ids of reports that have parts but were not accepted, or whose run was deleted. */
export async function listOrphans(db: Db, storedUntil: string): Promise<string[]> {
  const rows = await db
    .selectFrom('test_report_parts')
    .select('test_report_id as id')
    .where(isOrphan)
    .groupBy('test_report_id')
    .having((eb) => eb(eb.fn.max('stored_at'), '<=', storedUntil))
    .execute()
  return rows.map(({ id }) => id)
}

function isOrphan(eb: ExpressionBuilder<Tables, 'test_report_parts'>) {
  const report = eb
    .selectFrom('test_reports')
    .select('id')
    .whereRef('test_reports.id', '=', 'test_report_parts.test_report_id')
  return eb.not(eb.exists(report))
}
