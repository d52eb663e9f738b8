import { expect, test } from 'vitest'
import { afterExecution } from './flakiness.ts'
import type { ResultStatus } from './result-status.ts'

test.each([
  [['passed'], false],
  [['failed'], false],
  [['failed', 'passed'], true],
  [['error', 'passed'], true],
  [['failed', 'failed', 'passed'], true],
  [['failed', 'skipped', 'passed'], true],
  [['failed', 'passed', 'passed'], true],
  [['failed', 'passed', 'failed'], false],
  [['passed', 'failed'], false],
  [['skipped', 'passed'], false],
  [['pending', 'passed'], false],
  [['failed', 'skipped'], false],
] as [ResultStatus[], boolean][])('executions that end as %j: flaky is %s', (statuses, flaky) => {
  let state = { hasFailed: false, flaky: false }
  for (const status of statuses) state = afterExecution(state, status)
  expect(state.flaky).toBe(flaky)
})
