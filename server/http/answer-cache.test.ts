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
  const answers = await Promise.all([1, 2, 3].map(() => cache.get('key', calls.make)))
  answers.push(await cache.get('key', calls.make))
  expect(calls.count).toBe(1)
  expect(answers.map(String)).toEqual(['a', 'a', 'a', 'a'])
})

test('content that changed while it was read is given to nobody, and not kept', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => undefined)
  expect(await Promise.all([cache.get('key', calls.make), cache.get('key', calls.make)])).toEqual([
    undefined,
    undefined,
  ])
  expect(calls.count).toBe(1)
  await cache.get('key', calls.make)
  expect(calls.count).toBe(2)
})

test('a failure is thrown to all who waited, and the next call makes the answer again', async () => {
  const cache = new AnswerCache()
  const fail = async () => await Promise.reject(new Error('no connection'))
  const both = await Promise.allSettled([cache.get('key', fail), cache.get('key', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('key', async () => [Buffer.from('b')])).toEqual([Buffer.from('b')])
})

test('the least recently used answers make room, and an answer that is too large is not kept', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => Buffer.alloc(MEGABYTE))
  for (let index = 0; index < 20; index += 1) await cache.get(`key ${index}`, calls.make)
  await cache.get('key 19', calls.make)
  expect(calls.count).toBe(20)
  await cache.get('key 0', calls.make)
  expect(calls.count).toBe(21)
  const large = counting(() => Buffer.alloc(13 * MEGABYTE))
  for (let index = 0; index < 2; index += 1) await cache.get('large', large.make)
  expect(large.count).toBe(2)
})

test('small answers count with the block of memory that each may hold', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => Buffer.from('a'))
  for (let index = 0; index <= 2048; index += 1) await cache.get(`key ${index}`, calls.make)
  await cache.get('key 0', calls.make)
  expect(calls.count).toBe(2050)
})
