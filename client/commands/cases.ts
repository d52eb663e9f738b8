import { stat, writeFile } from 'node:fs/promises'
import type { CaseExportFormat } from '#shared/exports/export.ts'
import { formatCount, formatNumber } from '#shared/format.ts'
import type { Import, ImportPreview, PlannedChange, RefusedRow } from '#shared/imports/import.ts'
import { CaseImport, type ImportOptions } from '../case-import.ts'
import { download } from '../download.ts'
import { CallFailure, Failure, usageFailure } from '../failures.ts'
import { findFiles, type ReportFile, STDIN } from '../files.ts'
import { fold } from '../fold.ts'
import type { Session } from '../session.ts'
import { writeProblem } from '../system-errors.ts'

type ExportOptions = { format: CaseExportFormat; safe?: boolean; output?: string; json?: boolean }

export async function exportCases(
  session: Session,
  { format, safe = false, output: file, json = false }: ExportOptions,
): Promise<void> {
  if (safe && format !== 'csv')
    throw usageFailure(`--safe is for CSV: no spreadsheet runs ${format === 'json' ? 'JSON' : 'Markdown'}`)
  const connection = await session.connect()
  const isJson = format === 'json' || (json && file === undefined)
  const query = new URLSearchParams({ format: isJson ? 'json' : format, ...(safe && !isJson && { safe: 'true' }) })
  const path = `/projects/${encodeURIComponent(connection.projectId)}/test-cases/export?${query}`
  const { text, headers } = await download(connection, path)
  if (file === undefined) return session.output.document(text, isJson ? JSON.parse(text) : null)
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(writeProblem(error, file))
  })
  const cases = Number(headers.get('x-total-count'))
  session.output.result([`${formatCount(cases, 'case')} written to ${file}`], { file, cases })
}

/** Imports cases from a file. Before it changes anything, it throws a usage Failure with all problems. */
export async function importCases(
  session: Session,
  path: string,
  { dryRun = false, ...options }: ImportOptions & { dryRun?: boolean },
): Promise<void> {
  const { output } = session
  const sending = new CaseImport(await session.connect(), await fileAt(path), options)
  const preview = await sending.preview()
  checkProblems(preview, options.skipRefused ?? false)
  for (const line of [...fold(preview.notes.map(asLine)), ...describeKept(preview)]) output.note(line)
  if (!dryRun) return await apply(session, sending, preview)
  const lines = [...describeChanges(preview), `Nothing was changed. ${describe(preview)}`]
  const changes = preview.changes.map(({ kind, row, suite, name }) => ({ kind, row, suite, name }))
  output.result(lines, { ...summarize(preview), dryRun, changes })
}

async function fileAt(path: string): Promise<ReportFile> {
  const [file] = path === STDIN ? await findFiles([path]) : [{ path, bytes: (await stat(path)).size }]
  return file as ReportFile
}

async function apply({ output, onInterrupt }: Session, sending: CaseImport, preview: ImportPreview): Promise<void> {
  onInterrupt(() => ({ lines: [`It is not known whether the import has begun. ${AGAIN}`], details: {} }))
  const started = await sending.start()
  const bar = output.bar(started.total, 'cases')
  if (!started.isDone && !bar.isOn) output.note(`Importing ${formatCount(started.total, 'case')}`)
  let done = 0
  const progress = () => `${done} of ${formatCount(started.total, 'case')} imported; the server goes on. ${AGAIN}`
  onInterrupt(() => ({ lines: [progress()], details: { done, total: started.total } }))
  const made = await sending
    .finish(started, (now) => bar.update((done = now.created + now.updated + now.unchanged), ''))
    .catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      const details = { status: error.status, done, total: started.total }
      throw new Failure(error.exitCode, `${error.message}\n${progress()}`, details)
    })
  output.result([describe(made)], { ...summarize({ ...made, notes: preview.notes }), dryRun: false, id: made.id })
}

const AGAIN = 'Run the same command again: it changes only what differs'

function checkProblems({ refused, refusedCount, missing, columns }: ImportPreview, skipRefused: boolean): void {
  if (missing.length > 0) {
    const names = columns.map(({ name }) => name).join(', ')
    throw usageFailure(
      `the header has no column for the name of a case. Say which: --map Title=name\n  It has: ${names}`,
    )
  }
  if (refusedCount === 0 || skipRefused) return
  const lines = fold(refused.map(asLine)).map((line) => `  ${line}`)
  const left = refusedCount - refused.length
  const more = left > 0 ? [`  and ${formatNumber(left)} more`] : []
  throw usageFailure([`nothing was imported; ${formatCount(refusedCount, 'problem')}:`, ...lines, ...more].join('\n'), {
    problems: refused,
  })
}

const asLine = (problem: RefusedRow) => ({ ...problem, line: `row ${problem.row}: ${problem.message}` })

function describeKept({ kept, pictures, refusedCount }: ImportPreview): string[] {
  const names = kept.map(({ name, count: cases }) => `${name} (${formatCount(cases, 'case')})`)
  return [
    ...(refusedCount > 0 ? [`Skipped: ${formatCount(refusedCount, 'row')}`] : []),
    ...(names.length > 0 ? [`Kept as extras: ${names.join(', ')}`] : []),
    ...(pictures > 0 ? [`${formatCount(pictures, 'picture')} ${pictures === 1 ? 'stays a link' : 'stay links'}`] : []),
  ]
}

type Counts = Pick<Import, 'created' | 'updated' | 'unchanged' | 'suitesCreated' | 'notes'>

function summarize({ created, updated, unchanged, suitesCreated, notes }: Counts) {
  return { created, updated, unchanged, suitesCreated, warnings: notes }
}

function describe({ created, updated, unchanged, suitesCreated }: Counts): string {
  const cases = `${formatCount(created, 'case')} created, ${updated} updated, ${unchanged} unchanged`
  return `${cases}; ${formatCount(suitesCreated, 'suite')} created`
}

function describeChanges({ changes, created, updated }: ImportPreview): string[] {
  const left = created + updated - changes.length
  return [...changes.map(describeChange), ...(left > 0 ? [`… and ${formatNumber(left)} more`] : [])]
}

function describeChange({ kind, suite, name, fields }: PlannedChange): string {
  if (kind === 'create') return `create  ${suite} › ${name}`
  return `update  ${suite} › ${name}: ${fields.join(', ')}`
}
