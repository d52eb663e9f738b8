const test = require('tape')

test('adds up', (t) => {
  t.comment(`at ${Date.now()}`)
  t.equal(1, 1, 'one')
  t.end()
})
test('dies in a crash', (t) => {
  if (process.env.CRASH) process.kill(process.pid, 'SIGKILL')
  t.pass('alive')
  t.end()
})
test('is wrong', (t) => {
  t.equal(1, 2, 'two')
  t.end()
})
test.skip('is skipped', (t) => t.end())
test('is to do', { todo: true }, (t) => {
  t.fail('later')
  t.end()
})
for (const count of [1, 2])
  test(`takes ${count}`, (t) => {
    t.pass('taken')
    t.end()
  })
