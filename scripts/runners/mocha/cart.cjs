/* global describe, it */
const { equal } = require('node:assert')

let runs = 0

describe('cart', () => {
  it('adds up', () => {})
  it('dies in a crash', () => void (process.env.CRASH && process.kill(process.pid, 'SIGKILL')))
  it('is wrong', () => equal(1, 2))
  it.skip('is skipped', () => {})
  it('is to do')
  for (const count of [1, 2]) it(`takes ${count}`, () => {})
  it('is retried', () => equal((runs += 1), 2)).retries(2)
})
