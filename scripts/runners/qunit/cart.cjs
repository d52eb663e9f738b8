/* global QUnit */

QUnit.module('cart', () => {
  QUnit.test('adds up', (assert) => assert.ok(true))
  QUnit.test('dies in a crash', (assert) => {
    if (process.env.CRASH) process.kill(process.pid, 'SIGKILL')
    assert.ok(true)
  })
  QUnit.test('is wrong', (assert) => assert.equal(1, 2))
  QUnit.test.skip('is skipped', () => {})
  QUnit.test.todo('is to do', (assert) => assert.equal(1, 2))
  QUnit.test.each('takes', [1, 2], (assert, count) => assert.ok(count))
})
