import { expect, test } from 'vitest'
import { giveWay, slices } from './give-way.ts'

test('one of several works that give way runs in each turn of the event loop', async () => {
  const turns: string[] = []
  const work = async (name: string) => {
    for (let step = 0; step < 2; step++) {
      await giveWay()
      turns.push(name)
    }
  }
  const works = [work('a'), work('b')]
  while (turns.length < 4) {
    const before = turns.length
    await new Promise(setImmediate)
    expect(turns.length - before).toBeLessThanOrEqual(1)
  }
  await Promise.all(works)
  expect(turns).toEqual(['a', 'b', 'a', 'b'])
})

test('a timer that is due fires between two slices of synchronous work', async () => {
  const step = slices()
  const due = new AbortController()
  setTimeout(() => due.abort(), 1)
  for (let count = 0; count < 10_000 && !due.signal.aborted; count++) {
    workForMs(1)
    await step()
  }
  expect(due.signal.aborted).toBe(true)
})

function workForMs(duration: number): void {
  const until = performance.now() + duration
  while (performance.now() < until) Math.sqrt(until)
}
