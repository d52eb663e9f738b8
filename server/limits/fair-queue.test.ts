import { beforeEach, expect, test } from 'vitest'
import { HASHES, type Rank } from '../auth/password-threads.ts'
import { FairQueue } from './fair-queue.ts'

let queue: FairQueue<string, Rank>
let refused: string[]
beforeEach(() => {
  queue = new FairQueue(HASHES)
  refused = []
})

const add = (rank: Rank, caller: string, name = `${rank} ${caller}`) =>
  queue.add(name, { rank, caller }, ({ code }) => refused.push(`${name}: ${code}`))
const addMany = (count: number, rank: Rank, caller: string) => {
  for (let number = 1; number <= count; number++) add(rank, caller, `${caller}${number}`)
}
const takeAll = () => {
  const taken: string[] = []
  for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(job)
  return taken
}

test('callers take turns, and each keeps its own order', () => {
  addMany(3, 'sign-in', 'a')
  addMany(2, 'sign-in', 'b')
  addMany(1, 'sign-in', 'c')
  expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a known account goes before other sign-ins, and these before sign-ups', () => {
  add('sign-up', 'a')
  add('sign-in', 'a')
  add('known', 'a')
  expect(takeAll()).toEqual(['known a', 'sign-in a', 'sign-up a'])
})

test('a job that may not run keeps waiting', () => {
  add('sign-up', 'a')
  expect(queue.take(({ rank }) => rank !== 'sign-up')).toBeUndefined()
  expect(queue.take()).toBe('sign-up a')
})

test('the 21st waiting job of one caller is refused, other callers and ranks are not', () => {
  addMany(20, 'sign-up', 'a')
  expect(() => add('sign-up', 'a')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  add('sign-in', 'a')
  add('sign-up', 'b')
  expect(takeAll()).toHaveLength(22)
})

test('when 200 jobs wait, the newest of the greediest caller makes room', () => {
  addMany(10, 'sign-up', 'some')
  for (let number = 0; number < 9; number++) addMany(20, 'sign-up', `greedy ${number} `)
  addMany(10, 'sign-up', 'more')
  add('sign-up', 'new', 'new')
  expect(refused).toEqual(['greedy 0 20: SERVICE_UNAVAILABLE'])
  const taken = takeAll()
  expect(taken).toHaveLength(200)
  expect(taken.indexOf('new')).toBeLessThan(12)
})

test('when 200 callers have one waiting job each, another one is refused', () => {
  for (let number = 0; number < 200; number++) add('sign-up', `${number}`)
  expect(() => add('sign-up', 'late')).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
  expect(refused).toEqual([])
})

test('a removed job never runs, and takes no turn', () => {
  addMany(2, 'sign-in', 'a')
  addMany(1, 'sign-in', 'b')
  addMany(1, 'sign-in', 'c')
  expect(queue.remove('a1', { rank: 'sign-in', caller: 'a' })).toBe(true)
  expect(queue.remove('a1', { rank: 'sign-in', caller: 'a' })).toBe(false)
  expect(queue.remove('b1', { rank: 'sign-in', caller: 'b' })).toBe(true)
  expect(takeAll()).toEqual(['a2', 'c1'])
})
