import { CASE_FIELD_NAMES, type CaseFields, CaseSnapshot } from '#shared/test-cases/test-case.ts'
import { columnOf, isList } from '../case-columns.ts'
import { list, type Sources, text, type TextColumn } from './layout.ts'

export const CASE_SOURCES = sourcesOf('test_cases', CASE_FIELD_NAMES) as Sources<CaseFields>

/** The columns for the case content in the JSON of a result. */
export const SNAPSHOT_SOURCES = sourcesOf('test_case_revisions', CaseSnapshot.keyof().options) as Sources<CaseSnapshot>

function sourcesOf(table: string, fields: readonly string[]): object {
  return Object.fromEntries(
    fields.map((field) => {
      const column = `${table}.${columnOf(field)}` as TextColumn
      return [field, isList(field) ? list(column) : text(column)]
    }),
  )
}
