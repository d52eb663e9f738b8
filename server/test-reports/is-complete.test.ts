import { expect, test } from 'vitest'
import { isComplete, type ReceivedReport } from './is-complete.ts'

const report = (shard: string | null, completes = false, awaitsFiles = false): ReceivedReport => ({
  shard,
  completes,
  awaitsFiles,
})

test.each<[string, ReceivedReport[], boolean]>([
  ['no report', [], false],
  ['a report that does not ask for it', [report(null)], false],
  ['a report that asks for it', [report(null), report(null, true)], true],
  ['some of the shards', [report('1/3', true), report('3/3', true)], false],
  ['all shards, in any order', [report('3/3', true), report('1/3'), report('2/3')], true],
  ['all shards, but no report that asks for it', [report('1/2'), report('2/2')], false],
  ['one shard twice in place of another', [report('1/2', true), report('1/2', true)], false],
  ['a report that awaits files', [report(null, true), report(null, false, true)], false],
  ['shards that only have a name', [report('linux'), report('windows', true)], true],
])('whether a run is complete with %s', (_, reports, expected) => {
  expect(isComplete(reports)).toBe(expected)
})
