import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type CaseFormat, formatCases, readCases } from '../case-files.ts'
import { applyImport, readProject } from '../case-import.ts'
import { type Change, type ImportPlan, planImport } from '../case-plan.ts'
import { type CaseRow, readRow, type RowProblem, toCells } from '../case-rows.ts'
import type { Connection } from '../connection.ts'
import { CallFailure, Failure, usageFailure } from '../failures.ts'
import { fold } from '../fold.ts'
import { count, type Output } from '../output.ts'
import type { Session } from '../session.ts'
import { writeProblem } from '../system-errors.ts'

type ExportOptions = { format: CaseFormat; safe?: boolean; output?: string }

export async function exportCases(
  session: Session,
  { format, safe = false, output: file }: ExportOptions,
): Promise<void> {
  if (safe && format === 'json') throw usageFailure('--safe is for CSV: no spreadsheet runs JSON')
  const cases = toCells(await readProject(await session.connect()))
  const text = formatCases(cases, format, safe)
  if (file === undefined) return session.output.document(text, cases)
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(writeProblem(error, file))
  })
  session.output.result([`${count(cases.length, 'case')} written to ${file}`], { file, cases: cases.length })
}

/** Creates and updates cases from a file. Before it sends anything, it throws a usage Failure with all problems. */
export async function importCases(
  { output, connect, onInterrupt }: Session,
  file: string,
  { dryRun = false, ignoreRefs = false }: { dryRun?: boolean; ignoreRefs?: boolean },
): Promise<void> {
  const read = readRows(file === '-' ? await buffer(process.stdin) : await readFile(file))
  const { problems, ignoredColumns } = read
  const rows = ignoreRefs ? read.rows.map((row) => ({ ...row, ref: null })) : read.rows
  if (ignoredColumns.length > 0) output.note(`Ignored columns: ${ignoredColumns.join(', ')}`)
  const connection = await connect()
  const plan = planImport(await readProject(connection), rows)
  checkProblems([...problems, ...plan.problems])
  for (const line of fold(plan.warnings.map(asLine))) output.note(line)
  const summary = summarize(plan)
  if (dryRun) {
    const lines = [...plan.changes.map(describeChange), `Nothing was changed. ${describe(summary)}`]
    return output.result(lines, { ...summary, dryRun, changes: plan.changes.map(toJson) })
  }
  await applyWithBar(connection, rows, plan, output, onInterrupt)
  output.result([describe(summary)], { ...summary, dryRun })
}

async function applyWithBar(
  connection: Connection,
  rows: CaseRow[],
  plan: ImportPlan,
  output: Output,
  onInterrupt: Session['onInterrupt'],
): Promise<void> {
  const total = plan.changes.length
  const bar = output.bar(total, 'cases')
  if (!bar.isOn) output.note(`Importing ${count(rows.length, 'case')}: ${total} new or changed`)
  let left = total
  onInterrupt(() => ({ lines: [describeProgress(total - left, total)], details: { done: total - left, total } }))
  try {
    await applyImport(connection, rows, plan, (now) => bar.update(total - (left = now), ''))
  } catch (error) {
    throw error instanceof CallFailure ? interrupted(error, total - left, total) : error
  }
}

function readRows(bytes: Uint8Array) {
  const table = readCases(bytes)
  const read = table.rows.map(({ number, cells }) => readRow(cells, number))
  const rows = read.filter((row): row is CaseRow => !Array.isArray(row))
  return { ...table, rows, problems: [...table.problems, ...read.filter((row) => Array.isArray(row)).flat()] }
}

function checkProblems(problems: RowProblem[]): void {
  if (problems.length === 0) return
  const ordered = problems.toSorted((a, b) => a.row - b.row)
  const lines = fold(ordered.map(asLine)).map((line) => `  ${line}`)
  throw usageFailure([`nothing was imported; ${count(problems.length, 'problem')}:`, ...lines].join('\n'), {
    problems: ordered,
  })
}

const asLine = (problem: RowProblem) => ({ ...problem, line: `row ${problem.row}: ${problem.message}` })

type Summary = ReturnType<typeof summarize>

function summarize({ changes, newSuites, unchanged, warnings }: ImportPlan) {
  const created = changes.filter(({ kind }) => kind === 'create').length
  return { created, updated: changes.length - created, unchanged, suitesCreated: newSuites.length, warnings }
}

function describe({ created, updated, unchanged, suitesCreated }: Summary): string {
  const cases = `${count(created, 'case')} created, ${updated} updated, ${unchanged} unchanged`
  return `${cases}; ${count(suitesCreated, 'suite')} created`
}

function describeChange(change: Change): string {
  const name = `${change.row.suite} › ${change.row.name}`
  if (change.kind === 'create') return `create  ${name}`
  const { id: _, ...fields } = change.input
  return `update  ${name}: ${Object.keys(fields).join(', ')}`
}

function toJson({ kind, row: { row, suite, name } }: Change) {
  return { kind, row, suite, name }
}

function interrupted(cause: CallFailure, done: number, total: number): Failure {
  const message = `${cause.message}\n${describeProgress(done, total)}`
  return new Failure(cause.exitCode, message, { status: cause.status, done, total })
}

function describeProgress(done: number, total: number): string {
  return `${done} of ${count(total, 'change')} applied. Run the same command again to continue`
}
