import { beforeEach, expect, test } from 'vitest'
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
  openMany(100, (index) => `many ${index % 40}`, 'greedy')
  for (let count = 0; count < 50; count++) open(`person ${count}`, 'other')
  expect(ended).toHaveLength(50)
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
