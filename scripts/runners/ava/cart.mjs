import test from 'ava'

test('adds up', (t) => t.pass())
test.serial('dies in a crash', (t) => {
  if (process.env.CRASH) process.exit(3)
  t.pass()
})
test('is wrong', (t) => t.is(1, 2))
test.skip('is skipped', (t) => t.pass())
test.todo('is to do')
for (const count of [1, 2]) test(`takes ${count}`, (t) => t.pass())
