/* global describe, expect, it, xit */

describe('cart', () => {
  it('adds up', () => expect(1).toBe(1))
  it('dies in a crash', () => {
    if (window.__karma__.config.isDying) window.location.reload()
    expect(1).toBe(1)
  })
  it('is wrong', () => expect(1).toBe(2))
  xit('is skipped', () => {})
  it('is to do')
  for (const count of [1, 2]) it(`takes ${count}`, () => expect(count).toBeLessThan(3))
})
