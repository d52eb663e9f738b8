import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rank } from './password-threads.ts'
import { PasswordThreads } from './password-threads.ts'
import { Passwords } from './passwords.ts'

/** bcrypt's lowest cost. */
const ROUNDS = 4

let threads: PasswordThreads
let passwords: Passwords
beforeEach(() => start(2))
afterEach(() => passwords.close())

function start(most?: number): void {
  threads = new PasswordThreads(most)
  passwords = new Passwords(ROUNDS, threads)
}

const from = (rank: Rank, caller = '192.0.2.1') => ({ rank, caller })

test('a password matches its own hash only, and nothing matches no hash', async () => {
  const hash = await passwords.hash('secret')
  expect(await passwords.matches('secret', hash)).toBe(true)
  expect(await passwords.matches('Secret', hash)).toBe(false)
  expect(await passwords.matches('secret', null)).toBe(false)
})

test('a thread starts when the others are busy, up to the limit', async () => {
  expect(threads.size).toBe(0)
  const first = passwords.hash('a')
  expect(threads.size).toBe(1)
  const others = ['b', 'c', 'd'].map((password) => passwords.hash(password))
  expect(threads.size).toBe(2)
  await Promise.all([first, ...others])
})

test('by default there are as many threads as cores, at most four', async () => {
  await passwords.close()
  start()
  const hashes = Array.from({ length: 10 }, (_, number) => passwords.hash(`${number}`))
  expect(threads.size).toBe(Math.min(availableParallelism(), 4))
  await Promise.all(hashes)
})

test('sign-ups leave one of several threads free for sign-ins', async () => {
  const signUps = Array.from({ length: 10 }, (_, number) => passwords.hash(`${number}`, from('sign-up')))
  expect(threads.size).toBe(1)
  const done: string[] = []
  signUps.forEach((hash) => void hash.then(() => done.push('sign-up')))
  const signIn = passwords.matches('secret', null, from('sign-in')).then(() => done.push('sign-in'))
  expect(threads.size).toBe(2)
  await Promise.all([...signUps, signIn])
  expect(done).toHaveLength(11)
})

test('on one thread a sign-in goes before the sign-ups that wait', async () => {
  await passwords.close()
  start(1)
  const done: string[] = []
  const signUps = Array.from({ length: 10 }, (_, number) => passwords.hash(`${number}`, from('sign-up')))
  signUps.forEach((hash) => void hash.then(() => done.push('sign-up')))
  await passwords.matches('secret', null, from('sign-in', '192.0.2.2')).then(() => done.push('sign-in'))
  await Promise.all(signUps)
  expect(done.indexOf('sign-in')).toBe(1)
})

test('more than twenty waiting jobs of one network are refused with Retry-After', async () => {
  const hashes = Array.from({ length: 30 }, (_, number) => passwords.hash(`${number}`, from('sign-up')))
  const outcomes = await Promise.allSettled(hashes)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]?.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 5 })
})

test('closing refuses what waits and ends the threads', async () => {
  const hashes = Array.from({ length: 5 }, (_, number) => passwords.hash(`${number}`))
  const outcomes = Promise.allSettled(hashes)
  await passwords.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect(threads.size).toBe(0)
  await expect(passwords.hash('late')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
