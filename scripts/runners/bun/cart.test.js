import { describe, expect, test } from 'bun:test'

let runs = 0

describe('cart', () => {
  test('adds up', () => {})
  test('dies in a crash', () => void (process.env.CRASH && process.kill(process.pid, 'SIGKILL')))
  test('is wrong', () => expect(1).toBe(2))
  test.skip('is skipped', () => {})
  test.todo('is to do')
  test.each([1, 2])('takes %i', () => {})
  test('is retried', () => expect((runs += 1)).toBe(2), { retry: 2 })
})
