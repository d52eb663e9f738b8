import { expect, test } from 'vitest'
import { passwordForm } from './password-form.ts'

test.each([
  ['caf\u00E9', 'caf\u00E9'],
  ['cafe\u0301', 'caf\u00E9'],
  ['\u212B', '\u00C5'],
  ['two\u00A0words', 'two words'],
  ['two\u3000words', 'two words'],
  ['ﬁ', 'ﬁ'],
  [' Upper ', ' Upper '],
  ['\uD800', '\uD800'],
])('the password %j is compared as %j', (typed, form) => {
  expect(passwordForm(typed)).toBe(form)
})
