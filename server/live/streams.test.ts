import { beforeEach, expect, test, vi } from 'vitest'
import { Streams } from './streams.ts'

let streams: Streams
let ended: string[]
beforeEach(() => {
  streams = new Streams(100)
  ended = []
})

function open(callerId: string, network: string): () => void {
  const end = (error?: Error) => ended.push(`${callerId} ${network}${error ? `: ${error.message}` : ''}`)
  return streams.add({ callerId, network, end, cutOff: () => {} })
}

const openMany = (count: number, callerId: (index: number) => string, network: string) =>
  Array.from({ length: count }, (_, index) => open(callerId(index), network))

const refusal = expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 15 })

test('the 51st stream of one caller is refused', () => {
  openMany(50, () => 'ada', 'a')
  expect(() => open('ada', 'b')).toThrow(refusal)
  open('ben', 'a')
})

test('accounts of one network cannot take all streams: another network takes from them', () => {
  openMany(100, (index) => `many ${index % 90}`, 'greedy')
  for (let count = 0; count < 50; count++) open(`person ${count}`, 'other')
  expect(ended).toHaveLength(50)
  // Of those with two streams first.
  for (const each of ended.slice(0, 10)) expect(each).toMatch(/^many \d greedy/)
  expect(new Set(ended.map((each) => each.split(' ').at(2)))).toEqual(new Set(['greedy:']))
  expect(streams.size).toBe(100)
  expect(() => open('one more', 'other')).toThrow(refusal)
})

test('within one network a caller with few streams takes from the one with most', () => {
  openMany(50, () => 'ada', 'a')
  openMany(50, () => 'ben', 'a')
  open('cleo', 'a')
  expect(ended).toEqual(['ada a: Too many live connections'])
  expect(() => open('ben', 'a')).toThrow(refusal)
})

test('who already has the largest share is refused', () => {
  openMany(40, () => 'ada', 'a')
  openMany(40, () => 'ben', 'a')
  openMany(20, () => 'cleo', 'b')
  expect(() => open('ada', 'a')).toThrow(refusal)
  expect(ended).toEqual([])
})

test('equal shares are left alone', () => {
  for (let index = 0; index < 100; index++) open(`person ${index}`, `network ${index}`)
  expect(() => open('late', 'late')).toThrow(refusal)
  expect(ended).toEqual([])
})

test('a stream that ended makes room', () => {
  const [first] = openMany(50, () => 'ada', 'a')
  first?.()
  open('ada', 'a')
  expect(streams.size).toBe(50)
})

test('a stream that lost its place is cut off if it has not ended after half a second', () => {
  vi.useFakeTimers()
  const full = new Streams(4)
  const cut: number[] = []
  const add = (callerId: string, number = 0) =>
    full.add({ callerId, network: callerId, end: () => {}, cutOff: () => cut.push(number) })
  const ends = [1, 2, 3, 4].map((number) => add('ada', number))
  for (const callerId of ['ben', 'ben']) add(callerId)
  ends[3]?.()
  vi.advanceTimersByTime(499)
  expect(cut).toEqual([])
  vi.advanceTimersByTime(1)
  expect(cut).toEqual([3])
  vi.useRealTimers()
})
