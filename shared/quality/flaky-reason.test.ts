import { expect, test } from 'vitest'
import { errorKind, flakyReason } from './flaky-reason.ts'

const timeout = 'TimeoutError: page.click: Timeout 30000ms exceeded'

test.each([
  [
    { flips: 8, runs: 30, passedOnRetry: 3, errors: [timeout, timeout] },
    '8 flips in 30 runs, 3 passed on retry, always: TimeoutError',
  ],
  [{ flips: 1, runs: 2, passedOnRetry: 0, errors: [timeout] }, '1 flip in 2 runs'],
  [{ flips: 0, runs: 4, passedOnRetry: 2, errors: [] }, '2 passed on retry in 4 runs'],
  [
    { flips: 4, runs: 9, passedOnRetry: 0, errors: [timeout, 'Answered 500', timeout] },
    '4 flips in 9 runs, 2 different errors',
  ],
  [{ flips: 4, runs: 9, passedOnRetry: 0, errors: [null, null] }, '4 flips in 9 runs, always: another value'],
])('%j is said as %j', (reason, text) => {
  expect(flakyReason(reason)).toBe(text)
})

test.each([
  [timeout, 'TimeoutError'],
  ['java.lang.NullPointerException: null\n\tat Cart.add', 'NullPointerException'],
  ['System.Net.Http.HttpRequestException: refused', 'HttpRequestException'],
  ['AssertionError', 'AssertionError'],
  ['expected 1 to be 2', 'expected 1 to be 2'],
  ['\nAnswered 500\nat line 5', 'Answered 500'],
  ['x'.repeat(70), `${'x'.repeat(60)}…`],
  [null, 'another value'],
])('the kind of the error %j is %j', (message, kind) => {
  expect(errorKind(message)).toBe(kind)
})
