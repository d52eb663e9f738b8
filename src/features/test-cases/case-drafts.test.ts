import { expect, test } from 'vitest'
import { changedFields, draftOf, outdatedFields } from './case-drafts.ts'

const STEP = { action: 'Open', expected: '' }
const CASE = { name: 'Pays', description: '', expectedValueType: 'boolean', expectedValue: 'true', steps: [STEP] }

test.each([
  [{}, null],
  [{ name: 'Pays' }, null],
  [{ name: '' }, { name: '' }],
  [{ description: 'By card' }, { description: 'By card' }],
  [{ steps: [{ ...STEP }] }, null],
  [{ steps: [] }, { steps: [] }],
  [
    { name: 'Pays again', expectedValue: 'false' },
    { name: 'Pays again', expectedValue: 'false' },
  ],
])('Of a case with the edits %j, the draft holds %j', (edits, draft) => {
  expect(changedFields(CASE, { ...CASE, ...edits })).toEqual(draft)
})

test('A draft keeps what its fields were before, also when it is resumed over a newer version', () => {
  const typed = { ...CASE, name: 'Pays again' }
  expect(draftOf(CASE, typed)).toEqual({ values: { name: 'Pays again' }, base: { name: 'Pays' } })
  const newer = { ...CASE, name: 'Pays once' }
  expect(draftOf(newer, typed, { name: 'Pays' })).toEqual({ values: { name: 'Pays again' }, base: { name: 'Pays' } })
  expect(draftOf(CASE, CASE)).toBeNull()
})

test.each([
  ['is as it was', {}, []],
  ['has another field changed', { description: 'By card' }, []],
  ['has the same field changed', { name: 'Pays once' }, ['name']],
  ['says the same by now', { name: 'Pays again' }, []],
])('A draft of a case that %s', (_, changes, fields) => {
  const draft = { values: { name: 'Pays again' }, base: { name: 'Pays' } }
  expect(outdatedFields({ ...CASE, ...changes }, draft)).toEqual(fields)
})
