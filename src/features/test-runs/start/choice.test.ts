import { expect, it } from 'vitest'
import type { CaseFilter } from '#shared/test-cases/search.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { toCaseFilter } from '../../test-cases/search/case-filter.ts'
import { automatedIn, type Choice, NO_CHOICE, pipelineText, type Wanted, wantedBy } from './choice.ts'

const SUITES = [
  { id: 's1', name: 'Cart' },
  { id: 's2', name: 'Checkout' },
]
const NOTHING = { kind: 'none', why: 'No test case is selected' } as const
const run = { id: 'r1' } as TestRunListItem
const select = (selection: object) => ({ kind: 'selection', selection }) as Wanted

it.each<[string, Partial<Choice>, Wanted]>([
  ['everything', { suiteIds: new Set(['s1']) }, { kind: 'all' }],
  ['no suite', { kind: 'suites' }, NOTHING],
  ['two suites', { kind: 'suites', suiteIds: new Set(['s1', 's2']) }, select({ testSuiteIds: ['s1', 's2'] })],
  ['an empty filter', { kind: 'filter', filter: ' ' }, { kind: 'all' }],
  ['words', { kind: 'filter', filter: 'refund "gift card"' }, select({ q: 'refund "gift card"' })],
  [
    'fields',
    { kind: 'filter', filter: 'card suite:cart tag:smoke,api priority:HIGH type:automated' },
    select({ q: 'card', testSuiteIds: ['s1'], tags: ['smoke', 'api'], priorities: ['high'], types: ['auto'] }),
  ],
  ['a suite that is not there', { kind: 'filter', filter: 'suite:Nowhere' }, NOTHING],
  [
    'a filter that excludes',
    { kind: 'filter', filter: 'tag:smoke -tag:slow' },
    { kind: 'matches', filter: { tag: ['smoke'], notTag: ['slow'] } },
  ],
  ['no case', { kind: 'picked' }, NOTHING],
  ['a case', { kind: 'picked', caseIds: new Set(['c1']) }, select({ testCaseIds: ['c1'] })],
  [
    'more cases than a call takes',
    { kind: 'picked', caseIds: new Set(Array.from({ length: 5_001 }, (_, index) => String(index))) },
    { kind: 'none', why: 'Pick at most 5,000 cases' },
  ],
  ['a run that is not known yet', { kind: 'failed' }, NOTHING],
  ['the failed of a run', { kind: 'failed', run }, select({ fromRun: { id: 'r1', statuses: ['failed', 'error'] } })],
  ['no status of a run', { kind: 'failed', run, statuses: [] }, NOTHING],
  [
    'the cases of a person in a run',
    { kind: 'assigned', run, assigneeId: 'u1' },
    select({ fromRun: { id: 'r1', assigneeId: 'u1' } }),
  ],
])('A choice of %s asks for its cases', (_, part, wanted) => {
  const choice = { ...NO_CHOICE, ...part }
  const filter: CaseFilter | null = toCaseFilter(choice.filter, SUITES)
  expect(wantedBy(choice, filter)).toEqual(wanted)
})

it.each<[string, Parameters<typeof automatedIn>[0], ReturnType<typeof automatedIn>]>([
  ['all cases', undefined, { types: ['auto'] }],
  ['words', { q: 'card' }, { q: 'card', types: ['auto'] }],
  ['both types', { types: ['manual', 'auto'] }, { types: ['auto'] }],
  ['manual cases', { types: ['manual'] }, null],
])('The automated cases among a selection of %s are asked for by type', (_, selection, automated) => {
  expect(automatedIn(selection)).toEqual(automated)
})

it.each([
  [2, 0, null],
  [2, 1, '1 of them is automated: only a pipeline can record it'],
  [3_000, 1_200, '1,200 of them are automated: only a pipeline can record them'],
  [2, 2, 'All 2 cases are automated: only a pipeline can record them'],
  [1, 1, 'It is automated: only a pipeline can record it'],
  [0, 0, null],
])('Of %d cases with %d automated ones it is said what a person cannot record', (count, automated, text) => {
  expect(pipelineText(count, automated)).toBe(text)
})
