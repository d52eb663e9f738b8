import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { AnswerCache } from './answer-cache.ts'
import { answerRead, type Read } from './answer-read.ts'
import { offsetPage } from './paging.ts'
import { ReadyAnswer } from './ready-answer.ts'

/* A record whose content and version change together, as in one transaction. */
let record: { version: string; text: string }
let reads: number
const answers = new AnswerCache()
beforeEach(() => {
  record = { version: `version ${Math.random()}`, text: 'first' }
  reads = 0
})

/** Its answer is never sent, as that of a client that does not read. */
const onEnd = () => {}

function contextOf(ifNoneMatch?: string, takesBytes = true): Context {
  return { answers, reply: {}, request: { takesBytes, ifNoneMatch, network: 'here', onEnd } } as unknown as Context
}

async function read(ctx: Context, change: Partial<Read<object>> = {}) {
  const answer = await answerRead<object>(ctx, {
    name: ['record'],
    version: record.version,
    latest: async () => record.version,
    head: '"head"',
    object: async () => ((reads += 1), { text: record.text }),
    ...change,
  })
  const text = answer instanceof ReadyAnswer ? Buffer.concat(answer.bytes).toString() : ''
  return { answer, ready: ctx.reply.ready as ReadyAnswer, text, page: ctx.reply.page }
}

/** A transaction of another caller while the content is read. */
const changeMeanwhile = async () => {
  reads += 1
  record = { version: 'next', text: 'next' }
  return { text: record.text }
}

test('the tag of an entity has its head and its version', async () => {
  const { ready, text } = await read(contextOf())
  expect([ready.tag, ready.isRevalidated, text]).toEqual([`"head.${record.version}"`, true, '{"text":"first"}'])
})

test.each(['', 'W/'])('content with the tag %s is not read again', async (weak) => {
  const { ready } = await read(contextOf(`"other", ${weak}"head.${record.version}"`))
  expect([ready.isUnchanged, ready.tag, reads]).toEqual([true, `"head.${record.version}"`, 0])
})

test.each(['"head"', '"head.other"', '"other.version"', 'head'])('the tag %s reads the content', async (tag) => {
  const { ready } = await read(contextOf(tag))
  expect([ready.isUnchanged, reads]).toEqual([false, 1])
})

test('repeated reads of one version share their bytes', async () => {
  const first = await read(contextOf())
  const again = await read(contextOf())
  expect([reads, again.ready.bytes]).toEqual([1, first.ready.bytes])
})

test('each role reads content of its own', async () => {
  await read(contextOf(), { name: ['record', 'owner'] })
  await read(contextOf(), { name: ['record', 'qa_tester'] })
  expect(reads).toBe(2)
})

test('content that changed while it was read has only its head as tag, and is read again', async () => {
  const { version } = record
  const torn = await read(contextOf(), { object: changeMeanwhile })
  expect([torn.ready.tag, torn.ready.isRevalidated, torn.text]).toEqual(['"head"', false, '{"text":"next"}'])
  record = { version, text: 'restored from a backup' }
  const { text } = await read(contextOf('"head"'))
  expect(text).toBe('{"text":"restored from a backup"}')
})

test('a list that changed while it was read is read as an object with its own page', async () => {
  const page = offsetPage([1, 2], { limit: 1 }, 2)
  const { answer, ready } = await read(contextOf(), { page, object: changeMeanwhile })
  expect([answer, ready, reads]).toEqual([{ text: 'next' }, undefined, 2])
})

test('the page of a list is sent with its bytes and with a 304', async () => {
  const page = offsetPage([1, 2], { limit: 1 }, 2)
  const list = { name: ['list'], head: undefined as never, page }
  const first = await read(contextOf(), list)
  const again = await read(contextOf(first.ready.tag), list)
  expect([first.page, again.page, again.ready.isUnchanged]).toEqual([page, page, true])
})

test('on tRPC the answer is the object', async () => {
  const { answer, ready } = await read(contextOf(`"head.${record.version}"`, false))
  expect([answer, ready]).toEqual([{ text: 'first' }, undefined])
})

test('a slow client of whole reads makes no other whole read wait', async () => {
  const bytes = async () => [Buffer.from('{}')]
  for (let count = 0; count < 20; count += 1)
    expect((await read(contextOf(), { name: [count], bytes })).text).toBe('{}')
})

test('one caller builds three whole reads at once, and another one does not wait for these', async () => {
  const gate = Promise.withResolvers<void>()
  const building: string[] = []
  const start = (network: string, name: number) => {
    const ctx = contextOf()
    ctx.request.network = network
    const bytes = async () => {
      building.push(network)
      await gate.promise
      return [Buffer.from('{}')]
    }
    return read(ctx, { name: [name], bytes })
  }
  const reads = [...Array.from({ length: 9 }, (_, name) => start('a', name)), start('b', 10)]
  await expect.poll(() => building.toSorted()).toEqual(['a', 'a', 'a', 'b'])
  gate.resolve()
  await Promise.all(reads)
})
