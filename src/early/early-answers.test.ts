import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { earlyAnswers, keepEarlyAnswer, takeArrivedAnswer, takeEarlyAnswer } from './early-answers.ts'
import type { Call } from './first-calls.ts'

const CALL: Call = { path: 'projects.list', input: {} }
const keep = (token: string | null) => keepEarlyAnswer(CALL, token, Promise.resolve('data'))
const take = (token: string | null, input: unknown = {}) => takeEarlyAnswer('projects.list', input, token)

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an early answer is given once', async () => {
  keep('ada')
  expect(await take('ada')).toBe('data')
  expect(take('ada')).toBeUndefined()
})

test('a render gets the data of an early answer once they have arrived', async () => {
  keep('ada')
  const takeArrived = () => takeArrivedAnswer('projects.list', {}, 'ada')
  expect(takeArrived()).toBeUndefined()
  await earlyAnswers()[0]?.data
  expect(takeArrived()).toMatchObject({ data: 'data' })
  expect([takeArrived(), take('ada')]).toEqual([undefined, undefined])
})

test('an early answer is not given to a query with another input', () => {
  keep('ada')
  expect(take('ada', { limit: 5 })).toBeUndefined()
  expect(earlyAnswers()).toHaveLength(1)
})

test.each([
  ['another user', 'ada', 'ben'],
  ['a user who signed in meanwhile', null, 'ada'],
  ['a visitor after the user signed out', 'ada', null],
])('an early answer is dropped when %s asks', (_who, askedBy, takenBy) => {
  keep(askedBy)
  expect(take(takenBy)).toBeUndefined()
  expect(earlyAnswers()).toEqual([])
})

test('an early answer is dropped after 5 seconds', () => {
  keep('ada')
  vi.advanceTimersByTime(5_001)
  expect(take('ada')).toBeUndefined()
})

test('without the early script there is no early answer', () => {
  expect([take('ada'), earlyAnswers()]).toEqual([undefined, []])
})

test('an early answer that failed rejects for the query that takes it', async () => {
  keepEarlyAnswer(CALL, null, Promise.reject(new Error('refused')))
  await expect(take(null)).rejects.toThrow('refused')
})
