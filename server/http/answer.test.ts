import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { AnswerCache } from './answer-cache.ts'
import { answer, type Version, wholeRead } from './answer.ts'
import { type Bytes, Json } from './json.ts'
import { offsetPage, type Page as PageOf } from './paging.ts'

type Page = PageOf<unknown>

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
  const request = { takesBytes, ifNoneMatch, network: 'here', onEnd }
  const snapshot = async (work: () => Promise<unknown>) => await work()
  return { answers, snapshot, reply: {}, request } as unknown as Context
}

type Change = { name?: Version['name']; head?: string; read?: () => Promise<object> }

async function read(ctx: Context, { name = ['record'], ...change }: Change = {}) {
  const { version } = record
  const answered = await answer<object>(ctx, {
    version: { name, current: () => version, latest: async () => record.version },
    head: '"head"',
    read: async () => ((reads += 1), { text: record.text }),
    ...change,
  })
  const text = answered instanceof Json ? Buffer.concat(answered.made as Bytes).toString() : ''
  return { answered, ready: ctx.reply.ready as Json, text, page: ctx.reply.page }
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
  expect(reads).toBe(1)
  expect(again.ready.made).toBe(first.ready.made)
})

test('each role reads content of its own', async () => {
  await read(contextOf(), { name: ['record', 'owner'] })
  await read(contextOf(), { name: ['record', 'qa_tester'] })
  expect(reads).toBe(2)
})

test('content that changed while it was read has only its head as tag, and is read again', async () => {
  const { version } = record
  const torn = await read(contextOf(), { read: changeMeanwhile })
  expect([torn.ready.tag, torn.ready.isRevalidated, torn.text]).toEqual(['"head"', false, '{"text":"next"}'])
  record = { version, text: 'restored from a backup' }
  const { text } = await read(contextOf('"head"'))
  expect(text).toBe('{"text":"restored from a backup"}')
})

test('concurrent reads of content that changes meanwhile get the later content, with no tag but its head', async () => {
  const both = await Promise.all([1, 2].map(() => read(contextOf(), { read: changeMeanwhile })))
  expect(both.map(({ ready, text }) => [ready.tag, text])).toEqual([1, 2].map(() => ['"head"', '{"text":"next"}']))
})

test('a list that changed while it was read is read again with its own page', async () => {
  const ctx = contextOf()
  const [before, own] = [2, 3].map((total) => offsetPage([1], { limit: 1 }, total)) as [Page, Page]
  ctx.reply.page = before
  const { ready, text, page } = await read(ctx, {
    read: async () => {
      ctx.reply.page = own
      return await changeMeanwhile()
    },
  })
  expect([text, ready.isRevalidated, page, reads]).toEqual(['{"text":"next"}', false, own, 2])
})

test('the page of a list is sent with its bytes and with a 304', async () => {
  const page = offsetPage([1, 2], { limit: 1 }, 2)
  const list = { name: ['list'], head: undefined as never }
  const [one, other] = [contextOf(), contextOf()]
  one.reply.page = page
  const first = await read(one, list)
  other.reply.page = page
  other.request.ifNoneMatch = first.ready.tag
  const again = await read(other, list)
  expect([first.page, again.page, again.ready.isUnchanged]).toEqual([page, page, true])
})

test('on tRPC the answer is the object', async () => {
  const { answered, ready } = await read(contextOf(`"head.${record.version}"`, false))
  expect([answered, ready]).toEqual([{ text: 'first' }, undefined])
})

test('on tRPC, JSON is parsed', async () => {
  const ctx = contextOf(undefined, false)
  const whole = await read(ctx, { read: async () => new Json([Buffer.from('{"a":'), Buffer.from('1}')]) })
  expect([whole.answered, whole.ready]).toEqual([{ a: 1 }, undefined])
  const pieces = async function* () {
    yield '[1,'
    yield '2]'
  }
  expect((await read(ctx, { read: async () => new Json(pieces()) })).answered).toEqual([1, 2])
})

test('an answer without a version has only its head as tag, and is made for each call', async () => {
  const ctx = contextOf('"head"')
  const make = async () => ((reads += 1), new Json([Buffer.from('{}')]))
  for (const count of [1, 2]) {
    await answer<object>(ctx, { head: '"head"', read: make })
    const { tag, isRevalidated, isUnchanged } = ctx.reply.ready as Json
    expect([reads, tag, isRevalidated, isUnchanged]).toEqual([count, '"head"', false, false])
  }
})

test('a slow client of whole reads makes no other whole read wait', async () => {
  for (let count = 0; count < 20; count += 1) {
    const ctx = contextOf()
    const whole = () => wholeRead(ctx, async () => [Buffer.from('{}')])
    expect((await read(ctx, { name: [count], read: whole })).text).toBe('{}')
  }
})

test('one caller builds three whole reads at once, and another one does not wait for these', async () => {
  const gate = Promise.withResolvers<void>()
  const building: string[] = []
  const start = (network: string, name: number) => {
    const ctx = contextOf()
    ctx.request.network = network
    const build = async () => {
      building.push(network)
      await gate.promise
      return [Buffer.from('{}')]
    }
    return read(ctx, { name: [name], read: () => wholeRead(ctx, build) })
  }
  const reads = [...Array.from({ length: 9 }, (_, name) => start('a', name)), start('b', 10)]
  await expect.poll(() => building.toSorted()).toEqual(['a', 'a', 'a', 'b'])
  gate.resolve()
  await Promise.all(reads)
})
