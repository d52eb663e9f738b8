import { expect, test } from 'vitest'
import { linesInCode } from './markdown-fences.ts'

test.each([
  [['```sh', '# a', '```', 'b'], '1110'],
  [['~~~', '# a'], '00'],
  [['```', '~~~', '# a', '```'], '1111'],
  [['~~~', '```', '# a', '~~~'], '1111'],
  [['```', '```js', '# a', '```'], '1111'],
  [['```', '# a', '````', 'b'], '1110'],
  [['````', '# a', '```', '# b', '```', '# c', '````'], '1111111'],
  [['````', '```', '# a', '```', '# b'], '01110'],
])('of the lines %j, %s are code', (lines, isInCode) => {
  expect(linesInCode(lines).join('')).toBe(isInCode)
})
