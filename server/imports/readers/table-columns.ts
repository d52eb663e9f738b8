import type { ColumnMapping, MappedField } from '#shared/imports/import.ts'
import type { Column } from './read-case.ts'

/** Headers of our own files and of other tools, as lower-case letters and digits. The first of a field that a file has is used. */
const NAMES: Record<MappedField, string[]> = {
  suite: ['suite', 'sectionhierarchy', 'section', 'testsuite', 'folder', 'component', 'module', 'feature'],
  name: ['name', 'title', 'testcasename', 'testcase', 'summary', 'testname'],
  type: ['type', 'automation', 'automationstatus'],
  expectedValueType: ['expectedvaluetype'],
  expectedValue: ['expectedvalue'],
  description: ['description', 'objective', 'mission'],
  automationKey: ['automationkey', 'automationid'],
  preconditions: ['preconditions', 'precondition', 'prerequisites'],
  ref: ['ref', 'id', 'v2id', 'caseid'],
  steps: ['steps'],
  priority: ['priority'],
  tags: ['tags', 'labels', 'keywords'],
  references: ['references', 'refs', 'requirements'],
  externalKey: ['externalkey', 'key', 'issuekey'],
  actions: [
    'stepsstep',
    'stepsnewstep',
    'stepsseparatedstep',
    'stepsactions',
    'teststeps',
    'step',
    'action',
    'stepdescription',
  ],
  expectations: [
    'stepsexpectedresult',
    'stepsnewexpectedresult',
    'stepsseparatedexpectedresult',
    'stepsresult',
    'expectedresult',
    'expectedresults',
    'expectedstepresult',
    'expected',
    'testresult',
    'expectation',
  ],
}

const lettersOf = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Guesses what columns become; `mapping` decides those it names. */
export function columnsOf(headers: readonly string[], mapping: ColumnMapping = {}): Column[] {
  const columns = headers.map((name): Column => ({ name, field: mapping[name] ?? null }))
  const used = new Set(columns.flatMap(({ field }) => field ?? []))
  for (const [field, names] of Object.entries(NAMES) as [MappedField, string[]][]) {
    if (used.has(field)) continue
    const found = names
      .map((name) =>
        columns.find((column) => column.field === null && !(column.name in mapping) && lettersOf(column.name) === name),
      )
      .find((column) => column !== undefined)
    if (found) found.field = field
  }
  return columns
}
