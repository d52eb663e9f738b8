import { beforeEach, expect, test } from 'vitest'
import { FairQueue, type Rank } from './fair-queue.ts'

let queue: FairQueue<string>
let refused: string[]
beforeEach(() => {
  queue = new FairQueue()
  refused = []
})

const add = (rank: Rank, network: string, name = `${rank} ${network}`) =>
  queue.add(name, { rank, network }, ({ code }) => refused.push(`${name}: ${code}`))
const addMany = (count: number, rank: Rank, network: string) => {
  for (let number = 1; number <= count; number++) add(rank, network, `${network}${number}`)
}
const takeAll = () => {
  const taken: string[] = []
  for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(job)
  return taken
}

test('networks take turns, and each keeps its own order', () => {
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

test('only the given ranks are taken', () => {
  add('sign-up', 'a')
  expect(queue.take(['known', 'sign-in'])).toBeUndefined()
  expect(queue.take()).toBe('sign-up a')
})

test('the 21st waiting job of one network is refused, other networks and ranks are not', () => {
  addMany(20, 'sign-up', 'a')
  expect(() => add('sign-up', 'a')).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }))
  add('sign-in', 'a')
  add('sign-up', 'b')
  expect(takeAll()).toHaveLength(22)
})

test('when 200 jobs wait, the newest of the greediest network makes room', () => {
  for (let number = 0; number < 9; number++) addMany(20, 'sign-up', `greedy ${number} `)
  addMany(10, 'sign-up', 'some')
  addMany(10, 'sign-up', 'more')
  add('sign-up', 'new', 'new')
  expect(refused).toEqual(['greedy 0 20: SERVICE_UNAVAILABLE'])
  const taken = takeAll()
  expect(taken).toHaveLength(200)
  expect(taken.indexOf('new')).toBeLessThan(12)
})

test('when 200 networks have one waiting job each, another one is refused', () => {
  for (let number = 0; number < 200; number++) add('sign-up', `${number}`)
  expect(() => add('sign-up', 'late')).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }))
  expect(refused).toEqual([])
})
