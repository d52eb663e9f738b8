import { expect, test } from 'vitest'
import { History, MessageIds } from './history.ts'

test('a history tells what came after a number, each id once, and knows when it does not know', () => {
  const ids = new MessageIds()
  const seenBefore = ids.next()
  const history = new History(ids.next())
  const first = history.last
  expect([history.since(first), history.since(seenBefore), history.since(null)]).toEqual([undefined, null, null])
  const numbers = [['a'], ['b'], ['a', 'c']].map((changed) => {
    const number = ids.next()
    history.add(number, changed)
    return number
  })
  expect(history.since(first)).toEqual(['a', 'b', 'c'])
  expect(history.since(numbers[0] as number)).toEqual(['b', 'a', 'c'])
  expect([history.last, history.since(history.last)]).toEqual([numbers[2], undefined])
  history.add(ids.next(), null)
  expect(history.since(first)).toBeNull()
})

test('a history forgets what is long ago, and names no more than one message may carry', () => {
  const ids = new MessageIds()
  const history = new History(ids.next())
  const numbers = Array.from({ length: 250 }, (_, index) => {
    const number = ids.next()
    history.add(number, [`id ${index}`])
    return number
  })
  expect(history.since(numbers[0] as number)).toBeNull()
  expect(history.since(numbers[120] as number)).toBeNull()
  expect(history.since(numbers[150] as number)).toHaveLength(99)
})

test('the id of a message is read by the process that wrote it, and by no other', () => {
  const [ids, others] = [new MessageIds(), new MessageIds()]
  expect([
    ids.read(ids.write(7)),
    others.read(ids.write(7)),
    ids.read('nonsense'),
    ids.read(`${ids.write(7)}x`),
  ]).toEqual([7, null, null, null])
})
