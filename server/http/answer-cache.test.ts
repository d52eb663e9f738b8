import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const MEGABYTE = 1024 * 1024

/** Makes an answer and counts how often. */
function counting(made: () => Buffer | undefined) {
  const calls = {
    count: 0,
    make: async () => {
      await pause(1)
      calls.count += 1
      const bytes = made()
      return bytes && [bytes]
    },
  }
  return calls
}

test('an answer is made once, for concurrent calls and for later ones', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => Buffer.from('a'))
  const answers = await Promise.all([1, 2, 3].map(() => cache.get('key', '1', calls.make)))
  answers.push(await cache.get('key', '1', calls.make))
  expect(calls.count).toBe(1)
  expect(answers.map(String)).toEqual(['a', 'a', 'a', 'a'])
})

test('content that changed while it was read is given to nobody, and not kept', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => undefined)
  expect(await Promise.all([cache.get('key', '1', calls.make), cache.get('key', '1', calls.make)])).toEqual([
    undefined,
    undefined,
  ])
  expect(calls.count).toBe(1)
  await cache.get('key', '1', calls.make)
  expect(calls.count).toBe(2)
})

test('a failure is thrown to all who waited, and the next call makes the answer again', async () => {
  const cache = new AnswerCache()
  const fail = async () => await Promise.reject(new Error('no connection'))
  const both = await Promise.allSettled([cache.get('key', '1', fail), cache.get('key', '1', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('key', '1', async () => [Buffer.from('b')])).toEqual([Buffer.from('b')])
})

test('the least recently used answers make room, and an answer that is too large is not kept', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => Buffer.alloc(MEGABYTE))
  for (let index = 0; index < 20; index += 1) await cache.get(`key ${index}`, '1', calls.make)
  await cache.get('key 19', '1', calls.make)
  expect(calls.count).toBe(20)
  await cache.get('key 0', '1', calls.make)
  expect(calls.count).toBe(21)
  const large = counting(() => Buffer.alloc(13 * MEGABYTE))
  for (let index = 0; index < 2; index += 1) await cache.get('large', '1', large.make)
  expect(large.count).toBe(2)
})

test('small answers count with the block of memory that each may hold', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => Buffer.from('a'))
  for (let index = 0; index <= 2048; index += 1) await cache.get(`key ${index}`, '1', calls.make)
  await cache.get('key 0', '1', calls.make)
  expect(calls.count).toBe(2050)
})

test('a later version of an answer takes the place of the earlier one', async () => {
  const cache = new AnswerCache()
  const other = counting(() => Buffer.alloc(3 * MEGABYTE))
  await cache.get('other', '1', other.make)
  const calls = counting(() => Buffer.alloc(9 * MEGABYTE))
  for (const version of ['1', '2', '2', '3']) await cache.get('key', version, calls.make)
  expect(calls.count).toBe(3)
  await cache.get('other', '1', other.make)
  expect(other.count).toBe(1)
})

test('an earlier version that is made later does not replace the later one', async () => {
  const cache = new AnswerCache()
  const made = Promise.withResolvers<Buffer[]>()
  const earlier = cache.get('key', '1', () => made.promise)
  const calls = counting(() => Buffer.from('2'))
  await cache.get('key', '2', calls.make)
  made.resolve([Buffer.from('1')])
  expect(String(await earlier)).toBe('1')
  expect(String(await cache.get('key', '2', calls.make))).toBe('2')
  expect(calls.count).toBe(1)
})
