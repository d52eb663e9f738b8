import { expect, test } from 'vitest'
import { readShard } from './test-report.ts'

test.each([
  ['1/1', { part: 1, parts: 1 }],
  ['3/8', { part: 3, parts: 8 }],
  ['8/8', { part: 8, parts: 8 }],
  ['9/8', null],
  ['0/8', null],
  ['linux', null],
  ['3', null],
  ['3/', null],
  ['1/2/3', null],
])('the shard %s is read as %j', (text, expected) => {
  expect(readShard(text)).toEqual(expected)
})
