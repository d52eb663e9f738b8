import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const MEGABYTE = 1024 * 1024
const exact = (...bytes: Buffer[]) => ({ bytes, isExact: true })

/** Builds an answer and counts the builds. */
function counting(made: () => ReturnType<typeof exact>) {
  const calls = { builds: 0, build: async () => (await pause(1), (calls.builds += 1), made()) }
  return calls
}

test('an answer is built once, for concurrent calls and for later ones', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => exact(Buffer.from('a')))
  const answers = await Promise.all([1, 2, 3].map(() => cache.get('key', calls.build)))
  answers.push(await cache.get('key', calls.build))
  expect(calls.builds).toBe(1)
  for (const { bytes, isExact } of answers) expect([String(bytes[0]), isExact]).toEqual(['a', true])
})

test('an answer of another version than its key is given to all who waited, and not kept', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => ({ ...exact(Buffer.from('later')), isExact: false }))
  await Promise.all([cache.get('key', calls.build), cache.get('key', calls.build)])
  expect(calls.builds).toBe(1)
  await cache.get('key', calls.build)
  expect(calls.builds).toBe(2)
})

test('a build that fails is refused to all who waited, and the next call builds again', async () => {
  const cache = new AnswerCache()
  const fail = async () => await Promise.reject(new Error('no connection'))
  const both = await Promise.allSettled([cache.get('key', fail), cache.get('key', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.get('key', async () => exact(Buffer.from('b')))).toEqual(exact(Buffer.from('b')))
})

test('the least recently used answers make room, and an answer that is too large is not kept', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => exact(Buffer.alloc(MEGABYTE)))
  for (let index = 0; index < 20; index += 1) await cache.get(`key ${index}`, calls.build)
  await cache.get('key 19', calls.build)
  expect(calls.builds).toBe(20)
  await cache.get('key 0', calls.build)
  expect(calls.builds).toBe(21)
  const large = counting(() => exact(Buffer.alloc(13 * MEGABYTE)))
  for (let index = 0; index < 2; index += 1) await cache.get('large', large.build)
  expect(large.builds).toBe(2)
})

test('small answers count with the block of memory that each may hold', async () => {
  const cache = new AnswerCache()
  const calls = counting(() => exact(Buffer.from('a')))
  for (let index = 0; index <= 2048; index += 1) await cache.get(`key ${index}`, calls.build)
  await cache.get('key 0', calls.build)
  expect(calls.builds).toBe(2050)
})

test('the compressed form is kept with its answer, and made anew for an answer that is not kept', async () => {
  const cache = new AnswerCache()
  const built = exact(Buffer.from('one '), Buffer.from('two'))
  const [first, again] = [await cache.gzip('key', built), await cache.gzip('key', built)]
  expect(gunzipSync(first[0] as Buffer).toString()).toBe('one two')
  expect(again).toBe(first)
  const passing = { ...built, isExact: false }
  expect(await cache.gzip('other', passing)).not.toBe(await cache.gzip('other', passing))
})
