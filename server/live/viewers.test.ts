import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Viewers } from './viewers.ts'

const ada = { id: 'a', name: 'Ada' }
const ben = { id: 'b', name: 'Ben' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what another server tells again is no news, and what has changed is', () => {
  const changed: string[] = []
  const viewers = new Viewers((testRunId) => changed.push(testRunId))
  viewers.setElsewhere('there', { one: [ada], two: [ben] }, 1_000)
  expect(changed.splice(0)).toEqual(['one', 'two'])
  viewers.setElsewhere('there', { one: [{ ...ada }], two: [{ ...ben }] }, 1_000)
  expect(changed).toEqual([])
  viewers.setElsewhere('there', { one: [ada, ben], three: [ben] }, 1_000)
  expect(changed.splice(0)).toEqual(['one', 'two', 'three'])
  vi.advanceTimersByTime(999)
  viewers.setElsewhere('there', { one: [ada, ben], three: [ben] }, 1_000)
  vi.advanceTimersByTime(999)
  expect([changed, viewers.of('one')]).toEqual([[], [ada, ben]])
  vi.advanceTimersByTime(1)
  expect([changed, viewers.of('one')]).toEqual([['one', 'three'], []])
})
