import type { JoinBuilder } from 'kysely'
import { z } from 'zod'
import { CASE_FIELD_NAMES, CaseContent, CaseFields, CaseSnapshot } from '#shared/test-cases/test-case.ts'

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S

/** A list is stored as JSON, an empty one as null. */
type Stored<T> = T extends readonly unknown[] ? string | null : T

/** The columns of `test_cases` for the fields of a case. */
export type CaseColumns = { [F in keyof CaseFields as SnakeCase<F>]: Stored<CaseFields[F]> }

/** The columns that `test_case_revisions` also has. */
export type ContentColumns = Pick<CaseColumns, SnakeCase<keyof CaseContent>>
type ContentColumn = keyof ContentColumns

/** The content of a case in a row of results. The prefix avoids name clashes with the columns of results. */
export type SnapshotColumns = { [C in ContentColumn as `snapshot_${C}`]: ContentColumns[C] } & { snapshot_ref: string }

type Row = Record<string, unknown>
type FieldColumn = { field: string; column: string; isList: boolean }

export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columnsOf = (fields: readonly string[], prefix = ''): FieldColumn[] =>
  fields.map((field) => ({ field, column: prefix + columnOf(field), isList: isList(field) }))

/** Whether a field of a case is a list, which is stored as JSON. */
export const isList = (field: string) => CaseFields.shape[field as keyof CaseFields] instanceof z.ZodArray

const FIELDS = columnsOf(CASE_FIELD_NAMES)
const CONTENT = columnsOf(CaseContent.keyof().options)
const SNAPSHOT = columnsOf(CaseSnapshot.keyof().options, 'snapshot_')

export const CASE_COLUMNS = FIELDS.map(({ column }) => column) as (keyof CaseColumns)[]
export const CONTENT_COLUMNS = CONTENT.map(({ column }) => column) as ContentColumn[]

/** Joins the snapshot of a result: its case at the time, in `test_case_revisions`. */
export const onSnapshot = (join: JoinBuilder<any, any>) =>
  join
    .onRef('test_case_revisions.test_case_id', '=', 'test_results.test_case_id')
    .onRef('test_case_revisions.revision', '=', 'test_results.case_revision')

/** Joins the suite of a result as it was when it joined the run, in `test_run_suites`. */
export const onRunSuite = (join: JoinBuilder<any, any>) =>
  join
    .onRef('test_run_suites.test_run_id', '=', 'test_results.test_run_id')
    .onRef('test_run_suites.test_suite_id', '=', 'test_results.test_suite_id')

/** The select list for the snapshot of a result. The query must join `test_case_revisions`. */
export const SELECT_SNAPSHOT = ['ref', ...CONTENT_COLUMNS].map(
  (column) => `test_case_revisions.${column} as snapshot_${column}`,
) as { [C in ContentColumn | 'ref']: `test_case_revisions.${C} as snapshot_${C}` }[ContentColumn | 'ref'][]

export function toCaseColumns(fields: CaseFields): CaseColumns {
  const columns = FIELDS.map(({ field, column }) => {
    const value = fields[field as keyof CaseFields]
    return [column, Array.isArray(value) ? listToText(value) : value]
  })
  return Object.fromEntries(columns) as never
}

export const toCaseFields = (row: CaseColumns) => read(row, FIELDS) as CaseFields
export const toCaseContent = (row: ContentColumns) => read(row, CONTENT) as CaseContent
export const toSnapshot = (row: SnapshotColumns) => read(row, SNAPSHOT) as CaseSnapshot

export const listToText = (list: unknown[]) => (list.length === 0 ? null : JSON.stringify(list))

export const listFromText = <T>(stored: string | null): T[] => (stored === null ? [] : (JSON.parse(stored) as T[]))

/** A plain loop for speed: lists have up to 10,000 results. */
function read(row: Row, columns: readonly FieldColumn[]): Row {
  const fields: Row = {}
  for (const { field, column, isList } of columns)
    fields[field] = isList ? listFromText(row[column] as string | null) : row[column]
  return fields
}
