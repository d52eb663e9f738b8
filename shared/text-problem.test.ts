import { expect, test } from 'vitest'
import { name, optionalValue } from './fields.ts'
import { VALUE_MAX } from './limits.ts'
import { nameProblem, textProblem } from './text-problem.ts'

test.each(['', 'Refund', 'é'.repeat(255), 'x'.repeat(256), 'a\0b', `\0${'x'.repeat(256)}`])(
  'The problem of the name %j is that of its schema',
  (text) => {
    const { error } = name('Case name').safeParse(text)
    expect(nameProblem('Case name', text)).toBe(error?.issues[0]?.message ?? null)
  },
)

test.each(['', 'ok', 'x'.repeat(VALUE_MAX), 'x'.repeat(VALUE_MAX + 1), 'a\0b'])(
  'The problem of the value %# is that of its schema',
  (text) => {
    const { error } = optionalValue('Value').safeParse(text)
    expect(textProblem('Value', text, VALUE_MAX)).toBe(error?.issues[0]?.message ?? null)
  },
)
