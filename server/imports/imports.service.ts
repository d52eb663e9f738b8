import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type Import,
  type ImportCases,
  type ImportInput,
  type ImportPreview,
  type ListImports,
} from '#shared/imports/import.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import { audit } from '../audit/audit.ts'
import { actorPerson, actorUserId } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import type { LongWrite } from '../deletions/removal.ts'
import { answeredBefore, once } from '../http/idempotency.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import type { Author } from '../test-cases/case-writes.repository.ts'
import { applySome, type Notes } from './apply-import.ts'
import { casesIn } from './case-file.ts'
import {
  ARRIVING,
  countImports,
  deleteImport,
  findImport,
  findPendingImport,
  type ImportRow,
  insertImport,
  insertParts,
  listImportRows,
  rememberMapping,
  setPending,
  takePart,
} from './imports.repository.ts'
import { countPlanned } from './preview.ts'
import { readApart, type ReadFile } from './reading.ts'

const gzipped = promisify<Uint8Array, Buffer>(gzip)

/** An import of more cases is applied in several transactions, after the answer. */
const LARGE = 1_000

/** Parts in one write. */
const STORED_AT_ONCE = 4

/** Reads a file with the mapping of the call, else with that of the latest import of the project. */
export async function readImport(ctx: ActorContext, input: ImportCases, bytes: Buffer): Promise<ReadFile> {
  const project = await findProject(ctx.db, ctx.actor, input.id, 'case.write')
  const remembered = project.import_mapping === null ? undefined : JSON.parse(project.import_mapping)
  const { format, mapping = remembered, name, ignoreRefs } = input
  return await readApart(ctx.request.caller, bytes, { format, mapping, name: name ?? '', ignoreRefs })
}

/** What an import of the file would do. Writes nothing. */
export async function previewImport(ctx: ActorContext, input: ImportCases, file: ReadFile): Promise<ImportPreview> {
  const { format, columns, missing } = file
  return { format, ...notesOf(file), ...(await countPlanned(ctx.db, input.id, file.parts)), columns, missing }
}

/**
 * Imports the cases of a file. Answers before a large import is applied. Throws BAD_REQUEST with the refused rows
 * unless they are to be skipped.
 */
export async function applyImport(ctx: ActorContext, input: ImportCases, file: ReadFile) {
  if (file.missing.length > 0) throw new DomainError('BAD_REQUEST', 'The header has no column for the name of a case')
  if (file.refusedCount > 0 && !input.skipRefused) throw refusedRows(file)
  const request = ['import', input, file.digest]
  const before = await answeredBefore<Import>(ctx, request)
  if (before) return before
  const isLarge = file.total >= LARGE
  const row = { ...rowOf(ctx, input, file), pending: isLarge ? ARRIVING : null }
  const author = actorPerson(ctx.actor)
  if (isLarge) await storeParts(ctx, row, file.parts)
  const answer = await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    return await once(db, ctx, request, async () => {
      if (input.mapping) await rememberMapping(db, project, input.mapping)
      if (isLarge) await setPending(db, { id: row.id, projectId: input.id, last: file.last }, author)
      else {
        await insertImport(db, row)
        let target: Parameters<typeof applySome>[1] = row
        for (const part of file.parts) target = await applySome(db, target, casesIn(part), author)
      }
      const of = { projectId: input.id, target: row.id, after: { format: row.format, testCases: row.total } }
      await audit(db, ctx, { action: 'import.applied', ...of })
      return await getImport({ ...ctx, db }, { id: input.id, importId: row.id })
    })
  })
  if (isLarge && answer.id !== row.id) await ctx.write(null, (db) => deleteImport(db, row.id))
  if (isLarge) ctx.trash.wake()
  return answer
}

const rowOf = (ctx: ActorContext, input: ImportCases, file: ReadFile) => ({
  id: newId(),
  project_id: input.id,
  name: input.name || null,
  format: file.format,
  total: file.total,
  created_by: actorUserId(ctx.actor),
  notes: JSON.stringify({ ...notesOf(file), notes: [] } satisfies Notes),
})

/** Stores the parts of a large import in short writes. Until it is accepted, nobody sees it. */
async function storeParts(ctx: ActorContext, row: Parameters<typeof insertImport>[1], parts: Uint8Array[]) {
  await ctx.write({ project: row.project_id }, async (db) => {
    await findProject(db, ctx.actor, row.project_id, 'case.write')
    await insertImport(db, row)
  })
  for (let from = 0; from < parts.length; from += STORED_AT_ONCE) {
    const packed = await Promise.all(parts.slice(from, from + STORED_AT_ONCE).map(async (part) => await gzipped(part)))
    await ctx.write(null, async (db) => await insertParts(db, row.id, from, packed))
  }
}

/** Applies large imports, a part in each transaction. */
export const pendingImports: LongWrite = async (db, projectId) => {
  const found = await findPendingImport(db, projectId)
  return found && { scope: { project: found.project_id }, work: (trx) => applyPart(trx, found.id) }
}

async function applyPart(db: Db, importId: string): Promise<void> {
  const found = await findPendingImport(db, undefined, importId)
  if (!found?.pending) return
  const { author } = JSON.parse(found.pending) as { author: Author }
  const cases = await takePart(db, importId)
  if (cases) await applySome(db, found, cases, author)
  else await setPending(db, { id: importId, projectId: found.project_id, last: 0 }, undefined)
}

export async function getImport({ db, actor }: ActorContext, { id, importId }: ImportInput): Promise<Import> {
  const found = await findImport(db, await findProject(db, actor, id, 'project.read'), importId)
  if (!found) throw notFound('Import')
  return toImport(found)
}

/** The imports of the last 30 days, newest first. */
export async function listImports({ db, actor }: ActorContext, { id, ...part }: ListImports): Promise<Page<Import>> {
  const project = await findProject(db, actor, id, 'project.read')
  const rows = await listImportRows(db, project, rowsToRead(part.limit), part.offset)
  const total = await totalOf(rows, part, () => countImports(db, project))
  return offsetPage(rows.map(toImport), part, total)
}

function toImport(row: ImportRow & { created_by_name: string | null }): Import {
  const { total, created, updated, unchanged } = row
  return {
    id: row.id,
    name: row.name,
    format: row.format as Import['format'],
    createdAt: row.created_at,
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    total,
    created,
    updated,
    unchanged,
    suitesCreated: 0,
    refusedCount: 0,
    pictures: 0,
    ...(JSON.parse(row.notes) as Notes),
    isDone: created + updated + unchanged === total && row.pending === null,
    undoneAt: row.undone_at,
  }
}

const notesOf = ({ refused, refusedCount, kept, pictures }: ReadFile) => ({ refused, refusedCount, kept, pictures })

const ISSUES_MAX = 100

function refusedRows({ refused }: ReadFile): DomainError {
  const issues = refused.map(({ row, message }) => ({ path: ['rows', row], message: `row ${row}: ${message}` }))
  return new DomainError('BAD_REQUEST', issues[0]?.message ?? '', { issues: issues.slice(0, ISSUES_MAX) })
}
