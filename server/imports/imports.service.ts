import {
  type Import,
  IMPORT_LISTED_MAX,
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
import { slices } from '../limits/give-way.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import type { Author } from '../test-cases/case-writes.repository.ts'
import { applySome, type Notes } from './apply-import.ts'
import {
  ARRIVING,
  countImports,
  deleteImport,
  findImport,
  findPendingImport,
  type ImportRow,
  insertImport,
  insertPart,
  listImportRows,
  rememberMapping,
  setPending,
  takePart,
} from './imports.repository.ts'
import { countPlanned } from './preview.ts'
import { readFile } from './read-file.ts'
import type { ReadCase, ReadFile } from './readers/read-case.ts'

/** Cases of one transaction of a large import. Other writes wait for it. */
const CASES_AT_ONCE = 50

/** An import of more cases is applied in several transactions, after the answer. */
const LARGE = 1_000

/** Reads a file with the mapping of the call, else with that of the latest import of the project. */
export async function readImport(ctx: ActorContext, input: ImportCases, bytes: Buffer): Promise<ReadFile> {
  const project = await findProject(ctx.db, ctx.actor, input.id, 'case.write')
  const remembered = project.import_mapping === null ? undefined : JSON.parse(project.import_mapping)
  const { format, mapping = remembered, name, ignoreRefs } = input
  const file = await readFile(bytes, { format, mapping, name: name ?? '', caller: ctx.request.caller })
  return ignoreRefs ? { ...file, cases: file.cases.map((found) => ({ ...found, claim: null })) } : file
}

/** What an import of the file would do. Writes nothing. */
export async function previewImport(ctx: ActorContext, input: ImportCases, file: ReadFile): Promise<ImportPreview> {
  const { format, columns, missing } = file
  return { format, ...notesOf(file), ...(await countPlanned(ctx.db, input.id, file.cases)), columns, missing }
}

/**
 * Imports the cases of a file. Answers before a large import is applied. Throws BAD_REQUEST with the refused rows
 * unless they are to be skipped.
 */
export async function applyImport(ctx: ActorContext, input: ImportCases, file: ReadFile, digest: string) {
  if (file.missing.length > 0) throw new DomainError('BAD_REQUEST', 'The header has no column for the name of a case')
  if (file.refused.length > 0 && !input.skipRefused) throw refusedRows(file)
  const request = ['import', input, digest]
  const before = await answeredBefore<Import>(ctx, request)
  if (before) return before
  const isLarge = file.cases.length >= LARGE
  const row = { ...rowOf(ctx, input, file), pending: isLarge ? ARRIVING : null }
  const author = actorPerson(ctx.actor)
  if (isLarge) await storeParts(ctx, row, file.cases)
  const answer = await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    return await once(db, ctx, request, async () => {
      if (input.mapping) await rememberMapping(db, project, input.mapping)
      if (isLarge) await accept(db, row, file.cases, author)
      else {
        await insertImport(db, row)
        await applyAll(db, row, file.cases, author)
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
  total: file.cases.length,
  created_by: actorUserId(ctx.actor),
  notes: JSON.stringify({ ...notesOf(file), notes: [] } satisfies Notes),
})

async function applyAll(db: Db, stored: Parameters<typeof applySome>[1], cases: ReadCase[], author: Author) {
  let target = stored
  for (let from = 0; from < cases.length; from += CASES_AT_ONCE)
    target = await applySome(db, target, cases.slice(from, from + CASES_AT_ONCE), author)
}

/** Stores the parts of a large import in short writes. Until it is accepted, nobody sees it. */
async function storeParts(ctx: ActorContext, row: Parameters<typeof insertImport>[1], cases: ReadCase[]) {
  const step = slices()
  await ctx.write({ project: row.project_id }, async (db) => {
    await findProject(db, ctx.actor, row.project_id, 'case.write')
    await insertImport(db, row)
  })
  for (let from = 0; from < cases.length; from += CASES_AT_ONCE) {
    await step()
    const part = cases.slice(from, from + CASES_AT_ONCE)
    await ctx.write(null, (db) => insertPart(db, row.id, from / CASES_AT_ONCE, part))
  }
}

/** From here on the import will be applied, even after a crash. */
async function accept(
  db: Db,
  { id, project_id }: { id: string; project_id: string },
  cases: ReadCase[],
  author: Author,
): Promise<void> {
  const last = cases.reduce((highest, { claim }) => Math.max(highest, claim ?? 0), 0)
  await setPending(db, { id, projectId: project_id, last }, author)
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

const notesOf = ({ refused, kept, pictures }: ReadFile) => ({
  refused: refused.slice(0, IMPORT_LISTED_MAX),
  refusedCount: refused.length,
  kept: Array.from(kept, ([name, count]) => ({ name, count })).slice(0, IMPORT_LISTED_MAX),
  pictures,
})

const ISSUES_MAX = 100

function refusedRows({ refused }: ReadFile): DomainError {
  const issues = refused.map(({ row, message }) => ({ path: ['rows', row], message: `row ${row}: ${message}` }))
  return new DomainError('BAD_REQUEST', issues[0]?.message ?? '', { issues: issues.slice(0, ISSUES_MAX) })
}
