import type { ImportFormat, MappedField } from '#shared/imports/import.ts'

export const FORMAT_NAMES: Record<ImportFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel workbook',
  json: 'JSON',
  markdown: 'Markdown',
  'testrail-xml': 'TestRail XML',
  'testlink-xml': 'TestLink XML',
  gherkin: 'Gherkin',
}

export const SOURCES: readonly [source: string, files: string][] = [
  ['TestRail', 'XML or CSV'],
  ['Qase', 'CSV or JSON'],
  ['TestLink', 'XML'],
  ['UnitTCMS', 'Excel'],
  ['Cucumber', '.feature, or a zip of them'],
  ['Assay', 'CSV, Markdown or JSON'],
  ['Any other tool', 'CSV or Excel'],
]

/** In the order in which people read a case. */
export const FIELD_NAMES: Record<MappedField, string> = {
  name: 'Name',
  suite: 'Suite',
  description: 'Description',
  preconditions: 'Preconditions',
  steps: 'Steps, all in one cell',
  actions: 'Step: action',
  expectations: 'Step: expected',
  expectedValue: 'Expected value',
  expectedValueType: 'Type of the expected value',
  type: 'Type (manual, auto)',
  priority: 'Priority',
  tags: 'Tags',
  references: 'References',
  ref: 'Number (C12)',
  automationKey: 'Automation key',
  externalKey: 'External key',
}
