import { skip, test } from 'zora'

test('adds up', (t) => t.ok(true, 'one'))
test('dies in a crash', (t) => {
  if (process.env.CRASH) process.kill(process.pid, 'SIGKILL')
  t.ok(true, 'alive')
})
test('is wrong', (t) => t.equal(1, 2, 'two'))
skip('is skipped', () => {})
for (const count of [1, 2]) test(`takes ${count}`, (t) => t.ok(count, 'taken'))
