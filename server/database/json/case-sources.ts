import { CASE_FIELD_NAMES, CaseContent, type CaseFields } from '#shared/test-cases/test-case.ts'
import { CASE_COLUMNS, CONTENT_COLUMNS } from '../case-columns.ts'
import { type Column, type Sources, text } from './layout.ts'

/** Where the JSON of a case takes its fields from. */
export const CASE_SOURCES = sourcesOf('test_cases', CASE_FIELD_NAMES, CASE_COLUMNS) as Sources<CaseFields>

/** Where the JSON of a result takes the content of its case from. */
export const SNAPSHOT_SOURCES = sourcesOf(
  'test_case_revisions',
  CaseContent.keyof().options,
  CONTENT_COLUMNS,
) as Sources<CaseContent>

function sourcesOf(table: string, fields: readonly string[], columns: readonly string[]): object {
  return Object.fromEntries(fields.map((field, index) => [field, text(`${table}.${columns[index]}` as TextOf<Column>)]))
}

type TextOf<C extends Column> = Extract<C, Parameters<typeof text>[0]>
