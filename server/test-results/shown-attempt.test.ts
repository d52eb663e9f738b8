import { expect, test } from 'vitest'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { shownAttempt } from './shown-attempt.ts'

/* Reports 1 to 3 in the order they were sent: without a shard, of shards a and b, and retries. */
const origin = (id: string, shard: string | null, isRetry = false) => [id, { id, shard, isRetry }] as const
const ORIGINS = new Map(
  ['1', '2', '3'].flatMap((id) => [
    origin(id, null),
    origin(`${id}a`, 'a'),
    origin(`${id}b`, 'b'),
    origin(`${id}r`, null, true),
    origin(`${id}ar`, 'a', true),
  ]),
)

/** `report.test status`; without a report, an execution by REST. */
const attemptOf = (text: string) => {
  const [from = '', status] = text.split(' ')
  const [report, name] = from.split('.')
  const isReported = from !== 'rest'
  return {
    text,
    status: status as ResultStatus,
    report: isReported ? (report ?? null) : null,
    test: isReported ? (name ?? null) : null,
  }
}

test.each([
  ['one execution', ['1.t passed'], 0],
  ['the last execution of a test', ['1.t failed', '1.t passed'], 1],
  ['the failure before a skipped execution of the same test', ['1.t failed', '1.t skipped'], 0],
  ['the later skip if nothing was executed', ['1.t skipped', '1.t skipped'], 1],
  ['the worse of two tests that share a case', ['1.t failed', '1.u passed'], 0],
  ['the worse of two tests that share a case, whatever their order', ['1.u passed', '1.t failed'], 1],
  ['the failure if only the other of two tests was retried', ['1.t failed', '1.u failed', '1.u passed'], 0],
  ['the later of equals', ['1.t failed', '1.u failed'], 1],
  ['an error rather than a failure', ['1.t error', '1.u failed'], 0],
  ['a failure of an earlier report, since reports are no retries', ['1.t failed', '2.t passed'], 0],
  ['a failure of a later report', ['1.t passed', '2.t failed'], 1],
  ['a failure of another shard', ['1a.t failed', '2b.t passed'], 0],
  ['a pass rather than a skip of another shard', ['1a.t passed', '2b.t skipped'], 0],
  ['the same shard sent anew', ['1a.t failed', '2a.t passed'], 1],
  ['the failure of another shard beside one sent anew', ['1b.t failed', '1a.t failed', '2a.t passed'], 0],
  ['the older failure when the worse shard was sent anew', ['1b.t failed', '1a.t error', '2a.t passed'], 0],
  ['a retry', ['1.t failed', '2r.t passed'], 1],
  ['a retry of shards', ['1a.t failed', '2b.t error', '3r.t passed'], 2],
  ['the failure of a retry', ['1.t passed', '2r.t failed'], 1],
  ['the failure that a retry skipped', ['1.t failed', '2r.t skipped'], 0],
  ['a later report that is no retry, beside the retry', ['1.t failed', '2r.t passed', '3.t failed'], 2],
  ['a retry that was recorded before the end of an earlier report', ['2r.t passed', '1.t failed'], 0],
  ['the later sending of a shard, whichever was recorded first', ['2a.t passed', '1a.t failed'], 0],
  ['an execution by REST', ['1.t failed', 'rest passed'], 1],
  ['the last execution by REST', ['rest failed', 'rest passed'], 1],
  ['a report after an execution by REST', ['rest failed', '1.t passed'], 1],
  ['what was reported after the last execution by REST', ['1.t error', 'rest passed', '2.t failed', '3.t passed'], 2],
])('a result shows %s', (_, attempts, shown) => {
  expect(shownAttempt(attempts.map(attemptOf), ORIGINS)?.text).toBe(attempts[shown])
})

test('a result without attempts shows none', () => {
  expect(shownAttempt([], ORIGINS)).toBeUndefined()
})
