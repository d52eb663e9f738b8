import type { ColumnMapping, MappedField } from '#shared/imports/import.ts'
import type { Column } from './read-case.ts'

/** Headers of our own files and of other tools, as lower-case letters and digits. The first of a field that a file has is used. */
const NAMES: Record<MappedField, string[]> = {
  suite: ['suite', 'sectionhierarchy', 'section', 'testsuite', 'folder', 'component', 'module', 'feature'],
  name: ['name', 'title', 'testcasename', 'testcase', 'summary', 'testname', 'testsummary'],
  type: ['type', 'automation', 'automationstatus'],
  expectedValueType: ['expectedvaluetype'],
  expectedValue: ['expectedvalue'],
  description: ['description', 'objective', 'mission'],
  automationKey: ['automationkey', 'automationid'],
  preconditions: ['preconditions', 'precondition', 'prerequisites'],
  ref: ['ref', 'id', 'v2id', 'caseid'],
  steps: ['steps'],
  priority: ['priority', 'testpriority'],
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
    'testscriptstepbystepstep',
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
    'testscriptstepbystepexpectedresult',
  ],
}

/** Steps and expectations may have several columns: a file has one set for each template of its cases. */
const SEVERAL = new Set<MappedField>(['actions', 'expectations'])

const lettersOf = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Headers that differ: a second `Label` is `Label (2)`, an empty one `Column 3`. */
export function columnNames(header: readonly string[]): string[] {
  const used = new Set<string>()
  return header.map((given, index) => {
    const name = given.trim() || `Column ${index + 1}`
    let unique = name
    for (let number = 2; used.has(unique); number += 1) unique = `${name} (${number})`
    used.add(unique)
    return unique
  })
}

/** Guesses what columns become. `known` are those of a tool, `mapping` decides those that it names. */
export function columnsOf(names: readonly string[], known: ColumnMapping, mapping: ColumnMapping = {}): Column[] {
  const guesses = guess(names, known)
  const fields = guess(names, { ...known, ...mapping })
  return names.map((name) => ({ name, field: fields.get(name) ?? null, guess: guesses.get(name) ?? null, samples: [] }))
}

function guess(names: readonly string[], decided: ColumnMapping): Map<string, MappedField | null> {
  const known = new Map(Object.entries(decided))
  const fields = new Map(names.map((name) => [name, known.get(name) ?? null]))
  const used = new Set(fields.values())
  const left = names.filter((name) => !known.has(name))
  for (const [field, headers] of Object.entries(NAMES) as [MappedField, string[]][]) {
    if (used.has(field)) continue
    const found = headers.flatMap((header) => left.find((name) => lettersOf(name) === header) ?? [])
    for (const name of SEVERAL.has(field) ? found : found.slice(0, 1)) if (!fields.get(name)) fields.set(name, field)
  }
  return fields
}
