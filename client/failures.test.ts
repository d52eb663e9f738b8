import { describe, expect, test } from 'vitest'
import { CallFailure, connectionFailure, retryAfterSeconds } from './failures.ts'
import { isLost, isUnbegun } from './retry.ts'

test.each([
  ['120', 120],
  ['Sat, 21 Nov 2026 08:00:10 GMT', 10],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-21T08:00:00Z'))).toBe(seconds)
})

describe('what another try may cure:', () => {
  test.each([
    [{ status: 429 }, 'unbegun'],
    [{ status: 503 }, 'unbegun'],
    [{ code: 'ECONNREFUSED' }, 'unbegun'],
    [{ code: 'EAI_AGAIN' }, 'unbegun'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'unbegun'],
    [{ status: 502 }, 'lost'],
    [{ status: 504 }, 'lost'],
    [{ code: 'ECONNRESET' }, 'lost'],
    [{ code: 'UND_ERR_SOCKET' }, 'lost'],
    [{ code: 'UND_ERR_BODY_TIMEOUT' }, 'lost'],
    [{ code: 'TimeoutError' }, 'lost'],
    [{ status: 400 }, 'neither'],
    [{ status: 500 }, 'neither'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'neither'],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'neither'],
  ] as const)('%j is %s', (circumstances, kind) => {
    const failure = new CallFailure('x', circumstances)
    expect([isUnbegun(failure), isLost(failure)]).toEqual([kind === 'unbegun', kind === 'lost'])
  })
})

test('the cause is told that lies under what fetch says', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:80'), { code: 'ECONNREFUSED' })
  const { message, code } = connectionFailure(new TypeError('fetch failed', { cause: new AggregateError([refused]) }))
  expect([message, code]).toEqual(['connect ECONNREFUSED ::1:80', 'ECONNREFUSED'])
})
