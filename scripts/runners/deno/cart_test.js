/* global Deno */

Deno.test('adds up', () => {})
Deno.test('dies in a crash', () => void (Deno.env.has('CRASH') && Deno.kill(Deno.pid, 'SIGKILL')))
Deno.test('is wrong', () => {
  throw new Error('1 is not 2')
})
Deno.test.ignore('is skipped', () => {})
for (const count of [1, 2]) Deno.test(`takes ${count}`, () => {})
