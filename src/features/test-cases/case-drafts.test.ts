import { expect, test } from 'vitest'
import { changedFields } from './case-drafts.ts'

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
