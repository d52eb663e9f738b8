import type { JoinBuilder } from 'kysely'
import { z } from 'zod'
import type { Extras } from '#shared/extras.ts'
import {
  CASE_FIELD_NAMES,
  CaseContent,
  CaseFields,
  CaseSnapshot,
  type StoredContent,
  type StoredFields,
} from '#shared/test-cases/test-case.ts'

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S

/** A list is stored as JSON, an empty one as null. */
type Stored<T> = T extends readonly unknown[] ? string | null : T

type FieldColumns = { [F in keyof CaseFields as SnakeCase<F>]: Stored<CaseFields[F]> }

/** The columns of `test_cases` for the fields of a case. `extras` are JSON, null for none. */
export type CaseColumns = FieldColumns & { external_key: string | null; extras: string | null }

type ShownColumn = SnakeCase<keyof CaseContent>

/** The columns that `test_case_revisions` also has. */
export type ContentColumns = Pick<CaseColumns, ShownColumn | 'extras'>
type ContentColumn = keyof ContentColumns

/** The content of a case in a row of results. The prefix avoids name clashes with the columns of results. */
export type SnapshotColumns = { [C in ShownColumn as `snapshot_${C}`]: ContentColumns[C] } & { snapshot_ref: string }

type Row = Record<string, unknown>
type FieldColumn = { field: string; column: string; isList: boolean }

export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columnsOf = (fields: readonly string[], prefix = ''): FieldColumn[] =>
  fields.map((field) => ({ field, column: prefix + columnOf(field), isList: isList(field) }))

export const isList = (field: string) => CaseFields.shape[field as keyof CaseFields] instanceof z.ZodArray

const FIELDS = columnsOf(CASE_FIELD_NAMES)
const CONTENT = columnsOf(CaseContent.keyof().options)
const SNAPSHOT = columnsOf(CaseSnapshot.keyof().options, 'snapshot_')

const SHOWN_COLUMNS = CONTENT.map(({ column }) => column) as ShownColumn[]

export const CASE_COLUMNS: (keyof CaseColumns)[] = [
  ...(FIELDS.map(({ column }) => column) as (keyof FieldColumns)[]),
  'external_key',
  'extras',
]
export const CONTENT_COLUMNS: ContentColumn[] = [...SHOWN_COLUMNS, 'extras']

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
export const SELECT_SNAPSHOT = ['ref', ...SHOWN_COLUMNS].map(
  (column) => `test_case_revisions.${column} as snapshot_${column}`,
) as { [C in ShownColumn | 'ref']: `test_case_revisions.${C} as snapshot_${C}` }[ShownColumn | 'ref'][]

export function toCaseColumns(fields: StoredFields): CaseColumns {
  const columns = FIELDS.map(({ field, column }) => {
    const value = fields[field as keyof CaseFields]
    return [column, Array.isArray(value) ? listToText(value) : value]
  })
  const foreign = { external_key: fields.externalKey, extras: extrasToText(fields.extras) }
  return { ...Object.fromEntries(columns), ...foreign } as never
}

export const toCaseFields = (row: FieldColumns) => read(row, FIELDS) as CaseFields
export const toCaseContent = (row: ContentColumns): StoredContent => ({
  ...(read(row, CONTENT) as CaseContent),
  extras: extrasFromText(row.extras),
})
export const toSnapshot = (row: SnapshotColumns) => read(row, SNAPSHOT) as CaseSnapshot

export const listToText = (list: unknown[]) => (list.length === 0 ? null : JSON.stringify(list))

export const extrasToText = (extras: Extras | null | undefined) =>
  extras && Object.keys(extras).length > 0 ? JSON.stringify(extras) : null

export const extrasFromText = (stored: string | null): Extras => (stored === null ? {} : (JSON.parse(stored) as Extras))

export const listFromText = <T>(stored: string | null): T[] => (stored === null ? [] : (JSON.parse(stored) as T[]))

/** A plain loop for speed: lists have up to 10,000 results. */
function read(row: Row, columns: readonly FieldColumn[]): Row {
  const fields: Row = {}
  for (const { field, column, isList } of columns)
    fields[field] = isList ? listFromText(row[column] as string | null) : row[column]
  return fields
}
