import { expect, test } from 'vitest'
import type { Db } from './databases.ts'
import { sharedLookup } from './shared-lookup.ts'

const db = {} as Db
const turn = async () => await new Promise(setImmediate)

function counted(find: (input: string) => string) {
  const asked: string[] = []
  const lookup = sharedLookup(
    (input: string) => input,
    async (_db, input) => {
      asked.push(input)
      return find(input)
    },
  )
  return { asked, lookup }
}

test('Calls of one turn that need the same look-up share it, and others have their own', async () => {
  const { asked, lookup } = counted((input) => input.toUpperCase())
  expect(await Promise.all(['a', 'a', 'b', 'a'].map((input) => lookup(db, input)))).toEqual(['A', 'A', 'B', 'A'])
  expect(await lookup({} as Db, 'a')).toBe('A')
  expect(asked).toEqual(['a', 'b', 'a'])
})

test('A look-up sees what was stored before its call, also beside one that has begun', async () => {
  let stored = 'before'
  const { lookup } = counted(() => stored)
  const first = lookup(db, 'a')
  await turn()
  stored = 'after'
  expect(await lookup(db, 'a')).toBe('after')
  expect(await first).toBe('before')
})

test('A look-up that fails refuses its calls, and the next call asks again', async () => {
  let isLost = true
  const { lookup } = counted((input) => {
    if (isLost) throw new Error('lost')
    return input
  })
  const answers = await Promise.allSettled([lookup(db, 'a'), lookup(db, 'a')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isLost = false
  expect(await lookup(db, 'a')).toBe('a')
})
