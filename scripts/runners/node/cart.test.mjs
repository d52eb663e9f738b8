import { equal } from 'node:assert'
import { describe, it } from 'node:test'

describe('cart', () => {
  it('adds up', () => {})
  it('dies in a crash', () => void (process.env.CRASH && process.kill(process.pid, 'SIGKILL')))
  it('is wrong', () => equal(1, 2))
  it.skip('is skipped', () => {})
  it('is to do', { todo: true }, () => equal(1, 2))
  for (const count of [1, 2]) it(`takes ${count}`, () => {})
})
