import { gunzipSync } from 'node:zlib'
import { type Selectable, sql } from 'kysely'
import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping } from '#shared/imports/import.ts'
import { CLAIMED_NUMBER_MAX } from '#shared/test-cases/case-ref.ts'
import type { Authorized } from '../authorize.ts'
import { countRows } from '../database/count-rows.ts'
import { bulkInsert } from '../database/bulk.ts'
import type { Db } from '../database/databases.ts'
import { deleteSome, inList, pairList, pairsOf } from '../database/dialect.ts'
import { inShownSuite, isShownSuite } from '../database/hidden-suites.ts'
import type { ImportTable } from '../database/import-tables.ts'
import { NO_LIMIT } from '../http/paging.ts'
import { trashSince } from '../deletions/deletions.repository.ts'
import type { Author } from '../test-cases/case-writes.repository.ts'
import { reserveNumbers } from '../test-cases/refs.repository.ts'
import type { TestCaseRow } from '../test-cases/test-cases.repository.ts'
import { HOUR_MS, timeAgo } from '../times.ts'
import type { ReadCase } from './readers/read-case.ts'

export type ImportRow = Selectable<ImportTable>
export type KnownRow = TestCaseRow & { suite_name: string }

/** The cases of a project that some cases of a file may be. */
export async function findCandidates(db: Db, projectId: string, cases: ReadCase[]): Promise<KnownRow[]> {
  const found = new Map<string, KnownRow>()
  for (const [column, values] of [
    ['external_key', cases.flatMap(({ given }) => given.externalKey || [])],
    ['ref', cases.flatMap(({ claim }) => (claim === null ? [] : `C${claim}`))],
    ['automation_key', cases.flatMap(({ given }) => given.automationKey || [])],
  ] as const) {
    if (values.length === 0) continue
    const query = db
      .selectFrom('test_cases')
      .innerJoin('test_suites', 'test_suites.id', 'test_cases.test_suite_id')
      .selectAll('test_cases')
      .select('test_suites.name as suite_name')
      .where(isShownSuite)
      .where('test_cases.project_id', '=', projectId)
      .where(`test_cases.${column}`, 'in', inList(db, values))
    for (const row of await query.execute()) found.set(row.id, row)
  }
  // Crossed in this order: SQLite would read all cases of the project for each pair.
  const named = db
    .selectFrom(pairList(db, pairsOf(cases.map(({ suite, given }) => [suite, given.name ?? ''] as const))).as('wanted'))
    .crossJoin('test_suites')
    .crossJoin('test_cases')
    .selectAll('test_cases')
    .select('test_suites.name as suite_name')
    .where('test_suites.project_id', '=', projectId)
    .whereRef('test_suites.name', '=', 'wanted.first')
    .whereRef('test_cases.test_suite_id', '=', 'test_suites.id')
    .whereRef('test_cases.name', '=', 'wanted.second')
    .where(isShownSuite)
  for (const row of await named.execute()) found.set(row.id, row)
  return [...found.values()]
}

export async function insertImport(
  db: Db,
  row: Pick<ImportRow, 'id' | 'project_id' | 'name' | 'format' | 'created_by' | 'total' | 'notes' | 'pending'>,
): Promise<void> {
  const rest = { created_at: new Date().toISOString(), created: 0, updated: 0, unchanged: 0, undone_at: null }
  await db
    .insertInto('imports')
    .values({ ...row, ...rest })
    .execute()
}

/** `pending` of an import whose parts are still being stored. */
export const ARRIVING = 'arriving'

/** How long parts may arrive. After that their server is dead. */
const ARRIVAL_MS = HOUR_MS

const EXPIRED_AT_ONCE = 5_000

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Deletes what a dead server left, and some of the oldest import that can no longer be undone. */
export async function deleteExpiredImports(db: Db): Promise<void> {
  const lost = timeAgo(ARRIVAL_MS)
  await db.deleteFrom('imports').where('pending', '=', ARRIVING).where('created_at', '<', lost).execute()
  const expired = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', trashSince())
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!expired) return
  const rows = await deleteSome(db, 'imported_test_cases', sql`import_id = ${expired.id}`, EXPIRED_AT_ONCE)
  if (rows < EXPIRED_AT_ONCE) await deleteImport(db, expired.id)
}

/** Stores cases that are imported later, as JSON in gzip. The first of these parts has the number `from`. */
export async function insertParts(db: Db, importId: string, from: number, packed: Buffer[]): Promise<void> {
  const rows = packed.map((part, at) => ({ import_id: importId, number: from + at, cases: part.toString('base64') }))
  await db.insertInto('import_parts').values(rows).execute()
}

/** Removes the next part and returns its cases; undefined if none is left. */
export async function takePart(db: Db, importId: string): Promise<ReadCase[] | undefined> {
  const part = await db
    .selectFrom('import_parts')
    .select(['number', 'cases'])
    .where('import_id', '=', importId)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (!part) return undefined
  await db.deleteFrom('import_parts').where('import_id', '=', importId).where('number', '=', part.number).execute()
  return JSON.parse(gunzipSync(Buffer.from(part.cases, 'base64')).toString()) as ReadCase[]
}

export async function findPendingImport(db: Db, projectId?: string, id?: string): Promise<ImportRow | undefined> {
  return await db
    .selectFrom('imports')
    .selectAll()
    .where('pending', 'is not', null)
    .where('pending', '<>', ARRIVING)
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId as string))
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .limit(1)
    .executeTakeFirst()
}

type Readable = Authorized<{ id: string }, 'project.read'>

/** Without those that are still arriving. */
const importsOf = (db: Db, project: Readable) =>
  db
    .selectFrom('imports')
    .where('imports.project_id', '=', project.id)
    .where((eb) => eb.or([eb('imports.pending', 'is', null), eb('imports.pending', '<>', ARRIVING)]))

const withAuthor = (db: Db, project: Readable) =>
  importsOf(db, project)
    .leftJoin('users', 'users.id', 'imports.created_by')
    .selectAll('imports')
    .select('users.name as created_by_name')

type ShownImport = ImportRow & { created_by_name: string | null }

export async function findImport(db: Db, project: Readable, importId: string): Promise<ShownImport | undefined> {
  return await withAuthor(db, project).where('imports.id', '=', importId).executeTakeFirst()
}

/** Those that can be undone or could have been, newest first. */
export async function listImportRows(db: Db, project: Readable, limit = NO_LIMIT, offset = 0): Promise<ShownImport[]> {
  return await withAuthor(db, project)
    .where('imports.created_at', '>=', trashSince())
    .orderBy('imports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countImports(db: Db, project: Readable): Promise<number> {
  return await countRows(importsOf(db, project).where('imports.created_at', '>=', trashSince()))
}

export type Imported = { test_case_id: string; revision_before: number | null; revision_after: number }
type Kind = 'created' | 'updated' | 'unchanged'

const insertRows = bulkInsert('imported_test_cases', ['import_id', 'test_case_id', 'revision_before', 'revision_after'])

/** Notes what the import did to these cases, and counts it. */
export async function keepImported(
  db: Db,
  importId: string,
  cases: (Imported & { kind: Kind })[],
  state: Pick<ImportRow, 'notes' | 'pending'>,
): Promise<void> {
  await insertRows(
    db,
    cases.map((row) => ({ import_id: importId, ...row })),
  )
  const countOf = (kind: Kind) => cases.filter((row) => row.kind === kind).length
  await db
    .updateTable('imports')
    .set((eb) => ({
      ...state,
      created: eb('created', '+', countOf('created')),
      updated: eb('updated', '+', countOf('updated')),
      unchanged: eb('unchanged', '+', countOf('unchanged')),
    }))
    .where('id', '=', importId)
    .execute()
}

/** The cases of an import among these that it has met. */
export async function listUsed(db: Db, importId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imported_test_cases')
    .select('test_case_id')
    .where('import_id', '=', importId)
    .where('test_case_id', 'in', inList(db, ids))
    .execute()
  return new Set(rows.map((row) => row.test_case_id))
}

/** Some cases of an import with their revisions now; deleted cases are left out. */
export async function listImported(db: Db, importId: string, kind: 'created' | 'updated', limit: number) {
  return await db
    .selectFrom('imported_test_cases as imported')
    .innerJoin('test_cases', 'test_cases.id', 'imported.test_case_id')
    .select(['test_cases.id', 'test_cases.revision', 'imported.revision_before', 'imported.revision_after'])
    .where('imported.import_id', '=', importId)
    .where((eb) =>
      kind === 'created'
        ? eb('imported.revision_before', 'is', null)
        : eb('imported.revision_before', '<', eb.ref('imported.revision_after')),
    )
    .where(inShownSuite('test_cases.test_suite_id'))
    .orderBy('imported.test_case_id')
    .limit(limit)
    .execute()
}

export async function forgetImported(db: Db, importId: string, ids: string[]): Promise<void> {
  await db
    .deleteFrom('imported_test_cases')
    .where('import_id', '=', importId)
    .where('test_case_id', 'in', inList(db, ids))
    .execute()
}

export async function markUndone(db: Db, importId: string): Promise<void> {
  await db.updateTable('imports').set({ undone_at: new Date().toISOString() }).where('id', '=', importId).execute()
}

/** Lets the import go on in short writes, and leaves the numbers up to `last` to it. Without an author it is done. */
export async function setPending(
  db: Db,
  { id, projectId, last }: { id: string; projectId: string; last: number },
  author: Author | undefined,
): Promise<void> {
  if (last > 0) await reserveNumbers(db, projectId, Math.min(last, CLAIMED_NUMBER_MAX))
  const pending = author === undefined ? null : JSON.stringify({ author })
  const set = db.updateTable('imports').set({ pending }).where('id', '=', id)
  const { numUpdatedRows } = await set.executeTakeFirstOrThrow()
  // Its parts arrived for so long that another server took them for those of a dead one.
  if (numUpdatedRows === 0n)
    throw new DomainError('SERVICE_UNAVAILABLE', 'The import could not be stored in time. Send it again', {
      retryAfterSeconds: 10,
    })
}

export async function rememberMapping(
  db: Db,
  { id }: Authorized<{ id: string }, 'case.write'>,
  mapping: ColumnMapping,
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ import_mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute()
}
