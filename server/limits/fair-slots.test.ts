import { beforeEach, expect, test } from 'vitest'
import { FairSlots } from './fair-slots.ts'

let slots: FairSlots
let order: string[]
beforeEach(() => {
  slots = new FairSlots({
    slots: 2,
    slotsPerCaller: 1,
    perCaller: 2,
    perRank: 4,
    tooManyOfOne: 'Too many of yours',
    tooManyOfAll: 'Too many',
    retryAfterSeconds: 1,
  })
  order = []
})

/** Work that runs until it is ended. */
function start(caller: string, signal?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = slots.run(caller, signal, async () => {
    order.push(caller)
    await promise
  })
  done.catch(() => {})
  return { end: resolve, done }
}

const turn = () => new Promise(setImmediate)

test('a caller with all of its slots waits, another one does not', async () => {
  const first = start('a')
  start('a')
  start('b')
  await turn()
  expect(order).toEqual(['a', 'b'])
  first.end()
  await turn()
  expect(order).toEqual(['a', 'b', 'a'])
})

test('waiting callers take turns', async () => {
  const running = [start('x'), start('y')]
  start('a')
  start('a')
  start('b')
  running[0]?.end()
  await turn()
  running[1]?.end()
  await turn()
  expect(order).toEqual(['x', 'y', 'a', 'b'])
})

test('too many waiting works of one caller are refused', async () => {
  start('a')
  start('a')
  start('a')
  await expect(start('a').done).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', message: 'Too many of yours' })
  start('b')
  await turn()
  expect(order).toEqual(['a', 'b'])
})

test('work whose caller leaves while it waits never runs and takes no slot', async () => {
  const first = start('a')
  const leaving = new AbortController()
  const left = start('a', leaving.signal)
  start('a')
  leaving.abort(new Error('gone'))
  await expect(left.done).rejects.toThrow('gone')
  first.end()
  await turn()
  expect(order).toEqual(['a', 'a'])
})

test('work that fails gives its slot back', async () => {
  await expect(slots.run('a', undefined, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  start('a')
  await turn()
  expect(order).toEqual(['a'])
})
