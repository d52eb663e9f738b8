import { expect, test } from '@playwright/test'

test.describe('cart', () => {
  test('adds up', () => {})
  test('dies in a crash', () => void (process.env.CRASH && process.kill(process.pid, 'SIGKILL')))
  test('is wrong', () => expect(1).toBe(2))
  test.skip('is skipped', () => {})
  test.fixme('is to do', () => {})
  for (const count of [1, 2]) test(`takes ${count}`, () => {})
  test('is retried', () => expect(test.info().retry).toBe(1))
})
