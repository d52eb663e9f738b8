import { expect, test } from 'vitest'
import { type CaseVersion, contentChanges, nameChanges } from './content-changes.ts'
import { stepChanges } from './step-changes.ts'

const step = (action: string, expected = '') => ({ action, expected })
const [a, b, c, d] = [step('a'), step('b'), step('c'), step('d')]
const CASE: CaseVersion = {
  name: 'Pays',
  preconditions: null,
  description: null,
  expectedValueType: 'boolean',
  expectedValue: 'true',
  priority: 'medium',
  steps: [a, b],
  tags: ['smoke'],
  references: [],
}

test.each([
  ['equal steps', [a, b], [a, b], ['same 1', 'same 2']],
  ['a step at the end', [a], [a, b], ['same 1', 'added 2']],
  ['a step in between', [a, c], [a, b, c], ['same 1', 'added 2', 'same 3']],
  ['a step that is gone', [a, b, c], [a, c], ['same 1', 'removed 2', 'same 2']],
  ['a step with another text', [a, b, c], [a, d, c], ['same 1', 'changed 2', 'same 3']],
  ['two steps in the place of one', [a], [b, c], ['changed 1', 'added 2']],
  ['one step in the place of two', [a, b, c], [d, c], ['changed 1', 'removed 2', 'same 2']],
  ['an expected result', [a, b], [c, step('a', 'x'), b], ['added 1', 'changed 2', 'same 3']],
  ['no steps any more', [a, b], [], ['removed 1', 'removed 2']],
])('The rows of %s', (_, before, after, rows) => {
  expect(stepChanges(before, after).map(({ kind, number }) => `${kind} ${number}`)).toEqual(rows)
})

test.each([
  ['nothing', {}, ''],
  ['a name and two steps', { name: 'Pays twice', steps: [c, d] }, 'name, 2 steps'],
  ['one step', { steps: [a, b, c] }, '1 step'],
  ['a text that was empty', { description: 'By card' }, 'description'],
  [
    'an expectation',
    { expectedValueType: 'number' as const, expectedValue: '1' },
    'expected value type, expected value',
  ],
  ['priority and tags', { priority: 'high' as const, tags: [] }, 'priority, tags'],
])('The changes of %s are named', (_, changes, names) => {
  expect(nameChanges(contentChanges(CASE, { ...CASE, ...changes }))).toBe(names)
})

test('Tags and references that were added and removed are told apart', () => {
  expect(contentChanges(CASE, { ...CASE, tags: ['api', 'slow'], references: ['PAY-1'] })).toEqual([
    { kind: 'words', label: 'Tags', added: ['api', 'slow'], removed: ['smoke'] },
    { kind: 'words', label: 'References', added: ['PAY-1'], removed: [] },
  ])
})
