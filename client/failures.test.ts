import { describe, expect, test } from 'vitest'
import { CallFailure, connectionFailure, retryAfterSeconds } from './failures.ts'
import { isOutcomeUnknown, isNotStarted } from './retry.ts'

test.each([
  ['120', 120],
  ['Sat, 21 Nov 2026 08:00:10 GMT', 10],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is read as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-21T08:00:00Z'))).toBe(seconds)
})

describe('classifying a failed attempt', () => {
  test.each([
    [{ status: 429 }, 'not started'],
    [{ status: 503 }, 'not started'],
    [{ code: 'ECONNREFUSED' }, 'not started'],
    [{ code: 'EAI_AGAIN' }, 'not started'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'not started'],
    [{ status: 502 }, 'unknown outcome'],
    [{ status: 504 }, 'unknown outcome'],
    [{ code: 'ECONNRESET' }, 'unknown outcome'],
    [{ code: 'UND_ERR_SOCKET' }, 'unknown outcome'],
    [{ code: 'UND_ERR_BODY_TIMEOUT' }, 'unknown outcome'],
    [{ code: 'TimeoutError' }, 'unknown outcome'],
    [{ status: 400 }, 'not retryable'],
    [{ status: 500 }, 'not retryable'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'not retryable'],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'not retryable'],
  ] as const)('a failure with %j counts as %s', (fields, kind) => {
    const failure = new CallFailure('x', fields)
    expect([isNotStarted(failure), isOutcomeUnknown(failure)]).toEqual([
      kind === 'not started',
      kind === 'unknown outcome',
    ])
  })
})

test('a network error of fetch says what its root cause means, with its code', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:80'), {
    code: 'ECONNREFUSED',
    address: '::1',
    port: 80,
  })
  const failure = connectionFailure(new TypeError('fetch failed', { cause: new AggregateError([refused]) }))
  expect(failure).toMatchObject({ message: 'nothing listens at [::1]:80 (ECONNREFUSED)', code: 'ECONNREFUSED' })
})
