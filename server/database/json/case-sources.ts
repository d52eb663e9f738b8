import { CASE_FIELD_NAMES, type CaseFields, CaseSnapshot } from '#shared/test-cases/test-case.ts'
import { columnOf, isList } from '../case-columns.ts'
import { list, type Sources, text, type TextColumn } from './layout.ts'

/** Where the JSON of a case takes its fields from. */
export const CASE_SOURCES = sourcesOf('test_cases', CASE_FIELD_NAMES) as Sources<CaseFields>

/** Where the JSON of a result takes the content of its case from. */
export const SNAPSHOT_SOURCES = sourcesOf('test_case_revisions', CaseSnapshot.keyof().options) as Sources<CaseSnapshot>

function sourcesOf(table: string, fields: readonly string[]): object {
  return Object.fromEntries(
    fields.map((field) => {
      const column = `${table}.${columnOf(field)}` as TextColumn
      return [field, isList(field) ? list(column) : text(column)]
    }),
  )
}
