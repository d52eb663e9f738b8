import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { useFolder } from '../../server/testing/use-folder.ts'
import { annotationsOf } from './annotations.ts'
import { placeIn } from './place.ts'

const workspace = useFolder()
for (const folder of ['src', 'node_modules/lib']) mkdirSync(join(workspace, folder), { recursive: true })
for (const file of ['src/cart.test.ts', 'src/test_cart.py', 'node_modules/lib/index.js'])
  writeFileSync(join(workspace, file), '')
const failed = (fields: object = {}) => ({
  id: 'a1',
  testCaseId: 'c1',
  suite: 'Cart',
  name: 'adds',
  status: 'failed',
  errorMessage: 'it is 2',
  trace: null,
  ...fields,
})

test.each([
  ['a path from the workspace', 'at src/cart.test.ts:12:5', { file: 'src/cart.test.ts', line: 12 }],
  ['an absolute path', `at f (${workspace}/src/cart.test.ts:7)`, { file: 'src/cart.test.ts', line: 7 }],
  [
    'a file URL',
    `at ${pathToFileURL(`${workspace}/src/cart.test.ts`).href}:3:1`,
    { file: 'src/cart.test.ts', line: 3 },
  ],
  ['Python', '  File "src/test_cart.py", line 9, in test', { file: 'src/test_cart.py', line: 9 }],
  [
    'the first file that is neither installed nor missing',
    'gone.ts:1\nnode_modules/lib/index.js:2\nsrc/test_cart.py:4: AssertionError',
    { file: 'src/test_cart.py', line: 4 },
  ],
  ['a file outside of the workspace', '/etc/hosts.conf:1 ../../etc/passwd.txt:2', undefined],
  ['a text without files', 'expected 1 to be 2', undefined],
])('the place of %s is found in a trace', (_, trace, expected) => {
  expect(placeIn([null, trace], workspace)).toEqual(expected)
})

test('a very long line is no place and costs no time', () => {
  expect(placeIn(['a'.repeat(5_000_000)], workspace)).toBeUndefined()
})

test('an annotation escapes what would end or change the command', () => {
  const test = failed({ suite: 'a,b:c', name: '100%\n::warning::x', errorMessage: '50%\r\n::error::y\nz' })
  expect(annotationsOf([test], 1, workspace)).toEqual([
    '::error title=a%2Cb%3Ac › 100%25%0A%3A%3Awarning%3A%3Ax::50%25%0A::error::y%0Az',
  ])
})

test('an annotation names the file and line of a failed test', () => {
  const [line] = annotationsOf([failed({ trace: 'at src/cart.test.ts:12:5' })], 1, workspace)
  expect(line).toBe('::error file=src/cart.test.ts,line=12,title=Cart › adds::it is 2')
})

test('a failed test without a message gets an annotation with its status', () => {
  expect(annotationsOf([failed({ errorMessage: null, status: 'error' })], 1, workspace)).toEqual([
    '::error title=Cart › adds::error',
  ])
})

test('at most ten failed tests are errors, the others are counted in a notice', () => {
  const tests = Array.from({ length: 12 }, (_, index) => failed({ name: `t${index}` }))
  const lines = annotationsOf(tests, 31, workspace)
  expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10)
  expect(lines.slice(10)).toEqual(['::notice title=Assay::21 more failed tests'])
  expect(annotationsOf(tests.slice(0, 10), 10, workspace)).toHaveLength(10)
})
