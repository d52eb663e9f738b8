import type { ColumnMapping } from '#shared/imports/import.ts'

/** Tools whose tables are known by their headers. `own` are tables as our exports write them. */
export type Origin = 'own' | 'qase' | 'testrail' | 'unittcms'

const lettersOf = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export function originOf(header: readonly string[]): Origin | null {
  const has = (name: string) => header.includes(name)
  if (has('steps_actions') || has('v2.id')) return 'qase'
  if (has('Title') && (has('Section') || has('Section Hierarchy'))) return 'testrail'
  if (has('title') && has('preConditions') && has('expectedResults')) return 'unittcms'
  const letters = new Set(header.map(lettersOf))
  return letters.has('suite') && letters.has('name') ? 'own' : null
}

/** What columns of a tool are, where their headers alone would mislead. */
export const ORIGIN_COLUMNS: Record<Origin, ColumnMapping> = {
  own: { extras: null },
  qase: { automation: 'type', type: null, steps_actions: 'actions', steps_result: 'expectations' },
  testrail: { Suite: null, 'Suite ID': null },
  unittcms: {
    automationStatus: 'type',
    type: null,
    step: 'actions',
    expectedStepResult: 'expectations',
    expectedResults: null,
  },
}

const SUITE_COLUMNS: Partial<Record<Origin, RegExp>> = {
  qase: /^suite_/,
  testrail: /^(Suite( ID)?|Section( Depth)?)$/,
}

/** Whether the suite of the case tells what the column says. */
export const isSuiteColumn = (origin: Origin | null, name: string) =>
  (origin && SUITE_COLUMNS[origin]?.test(name)) ?? false
