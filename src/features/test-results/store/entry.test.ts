import { expect, test } from 'vitest'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { entryText, type Entry, mergeEntries, restoring, withEntry } from './entry.ts'

const step = (status: 'pending' | 'passed' | 'failed') => ({ action: 'Pay', expected: 'Paid', status, note: null })

const resultOf = (change: Partial<TestResult>) =>
  ({
    status: 'pending',
    actualValue: null,
    expectedValue: 'ok',
    notes: null,
    steps: [],
    isStatusByHand: false,
    testCase: { expectedValueType: 'string' },
    ...change,
  }) as unknown as TestResult

const shown = (before: Partial<TestResult>, entry: Entry) => {
  const { status, actualValue, notes, isStatusByHand, steps } = withEntry(resultOf(before), entry)
  return { status, actualValue, notes, isStatusByHand, steps: steps.map(({ status }) => status) }
}

test('a verdict by hand keeps the value, and wins over what follows from it', () => {
  expect(shown({ actualValue: 'no', status: 'failed' }, { status: 'passed', notes: 'why' })).toMatchObject({
    status: 'passed',
    actualValue: 'no',
    notes: 'why',
    isStatusByHand: true,
  })
})

test('a value alone ends a verdict by hand', () => {
  expect(shown({ status: 'passed', isStatusByHand: true }, { value: 'no' })).toMatchObject({
    status: 'failed',
    isStatusByHand: false,
  })
})

test('taking a value back also takes back the verdicts of steps, and keeps the note', () => {
  const before = { status: 'failed', steps: [step('failed')], notes: 'seen' } as const
  expect(shown({ ...before, steps: [...before.steps] }, { value: null })).toMatchObject({
    status: 'pending',
    steps: ['pending'],
    notes: 'seen',
  })
})

test('steps alone decide the status only when one failed or all passed', () => {
  const steps = [step('pending'), step('pending')]
  expect(shown({ steps }, { steps: [{ index: 0, status: 'passed' }] }).status).toBe('pending')
  expect(shown({ steps }, { steps: [{ index: 1, status: 'failed' }] }).status).toBe('failed')
  const all = [0, 1].map((index) => ({ index, status: 'passed' as const }))
  expect(shown({ steps }, { steps: all })).toMatchObject({ status: 'passed', isStatusByHand: true })
})

test('a note leaves value and status alone', () => {
  expect(shown({ status: 'passed', isStatusByHand: true }, { notes: 'seen' })).toMatchObject({
    status: 'passed',
    isStatusByHand: true,
    notes: 'seen',
  })
})

test('defects leave the rest alone, stay with another entry, and are restored', () => {
  const before = resultOf({ status: 'failed', actualValue: 'no', defects: ['PAY-1'] })
  const named = withEntry(before, { defects: ['PAY-2'] })
  expect(named).toMatchObject({ status: 'failed', actualValue: 'no', defects: ['PAY-2'] })
  expect(withEntry(named, { status: 'skipped' }).defects).toEqual(['PAY-2'])
  expect(withEntry(named, restoring(before)).defects).toEqual(['PAY-1'])
})

test('an automated result is restored without its value and status, which only an execution gives', () => {
  const { testCase } = resultOf({})
  const auto = {
    status: 'failed',
    errorMessage: 'Timeout',
    defects: ['PAY-1'],
    testCase: { ...testCase, type: 'auto' },
  }
  expect(restoring(resultOf(auto as Partial<TestResult>))).toEqual({ notes: '', defects: ['PAY-1'] })
})

test.each<[string, Entry, Entry, Entry]>([
  ['a note is added to a verdict', { status: 'failed' }, { notes: 'seen' }, { status: 'failed', notes: 'seen' }],
  ['a value replaces a verdict', { status: 'failed', notes: 'seen' }, { value: 'x' }, { value: 'x', notes: 'seen' }],
  ['a value keeps defects', { defects: ['PAY-1'] }, { value: 'x' }, { value: 'x', defects: ['PAY-1'] }],
  ['a verdict is added to a value', { value: 'x' }, { status: 'passed' }, { value: 'x', status: 'passed' }],
  [
    'the later verdict of a step counts',
    { steps: [{ index: 0, status: 'passed' }] },
    { steps: [{ index: 0, status: 'failed' }] },
    { steps: [{ index: 0, status: 'failed' }] },
  ],
])('of two entries that are not recorded, %s', (_what, earlier, later, merged) => {
  expect(mergeEntries(earlier, later)).toEqual(merged)
})

test.each<[string, Partial<TestResult>]>([
  ['a pending result', {}],
  ['a value', { actualValue: 'no', status: 'failed' }],
  ['a verdict by hand', { status: 'passed', isStatusByHand: true, notes: 'seen' }],
  ['a verdict against a value', { actualValue: 'no', status: 'passed', isStatusByHand: true }],
  ['steps', { status: 'failed', isStatusByHand: true, steps: [step('passed'), step('failed')] }],
])('%s is restored after a verdict, a value and judged steps', (_what, before) => {
  const result = resultOf(before)
  const steps = result.steps.map((_step, index) => ({ index, status: 'passed' as const, note: 'later' }))
  const changed = withEntry(result, { status: 'skipped', value: 'later', notes: 'later', steps })
  const { status, actualValue, notes, isStatusByHand, steps: restored } = withEntry(changed, restoring(result))
  expect({ status, actualValue, notes, isStatusByHand, steps: restored }).toEqual({
    status: result.status,
    actualValue: result.actualValue,
    notes: result.notes,
    isStatusByHand: result.isStatusByHand,
    steps: result.steps,
  })
})

test.each<[Entry, string]>([
  [{ value: 'Thank you' }, 'Thank you'],
  [{ status: 'failed', notes: 'timeout' }, 'failed (timeout)'],
  [
    { value: '404', status: 'passed', notes: 'as agreed', defects: ['PAY-1', 'PAY-2'] },
    '404 (as agreed, PAY-1, PAY-2)',
  ],
  [{ notes: 'timeout' }, 'timeout'],
  [{ defects: ['PAY-1'] }, 'PAY-1'],
  [{ steps: [{ index: 1, status: 'failed', note: 'no total' }] }, 'step 2 failed: no total'],
  [{ status: 'passed', steps: [{ index: 0, status: 'passed' }] }, 'passed'],
  [
    {
      status: 'failed',
      steps: [
        { index: 0, status: 'passed' },
        { index: 2, status: 'failed', note: 'no total' },
      ],
    },
    'failed (step 3 failed: no total)',
  ],
  [{ value: null }, 'nothing'],
  [{ notes: '' }, 'nothing'],
])('the text of the entry %o is %s', (entry, text) => {
  expect(entryText(entry)).toBe(text)
})
