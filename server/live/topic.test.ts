import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Bus } from './bus.ts'
import { Stream } from './stream.ts'
import { type Subject, Topics } from './topic.ts'

type Message = { value: number; changed: string[] | null }

/** A subject whose state is a number, and a bus to change it. */
function counter(read: (message: Message) => Promise<Message> = async (message) => message) {
  const [bus, reads] = [new Bus(), [] as (string[] | null)[]]
  const state = { value: 0 }
  const subject: Subject<Message> = {
    key: 'counter',
    pace: { delayMs: 5, spacingMs: 10 },
    listenTo: ['run:counter'],
    changedBy: (event) => (event.kind === 'results' ? event.resultIds : undefined),
    read: async (changed) => {
      reads.push(changed)
      return await read({ value: state.value, changed })
    },
  }
  const topics = new Topics(bus, pino({ level: 'silent' }))
  const open = () => new Stream(topics, [subject])
  const change = (...resultIds: string[]) => {
    state.value += 1
    bus.publish([{ kind: 'results', testRunId: 'counter', resultIds }])
  }
  return { bus, reads, open, change }
}

const next = async (messages: AsyncGenerator<Message>) => (await messages.next()).value as Message

test('streams that join together share one read of the state, and one read of each change', async () => {
  const { reads, open, change } = counter()
  const all = Array.from({ length: 25 }, () => open().messages())
  expect(new Set(await Promise.all(all.map(next))).size).toBe(1)
  const waiting = Promise.all(all.map(next))
  change('one')
  change('two', 'one')
  expect((await waiting)[24]).toEqual({ value: 2, changed: ['one', 'two'] })
  expect(reads).toEqual([null, ['one', 'two']])
})

test('a change during a read is sent afterwards', async () => {
  const [begun, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { open, change } = counter(async (message) => {
    begun.resolve()
    if (message.value === 0) await reading.promise
    return message
  })
  const messages = open().messages()
  const first = next(messages)
  await begun.promise
  change('late')
  reading.resolve()
  expect([await first, await next(messages)]).toEqual([
    { value: 0, changed: null },
    { value: 1, changed: ['late'] },
  ])
})

test('too many changed ids, and lost events, are answered by the state', async () => {
  const { bus, open, change } = counter()
  const messages = open().messages()
  await next(messages)
  const afterMany = next(messages)
  change(...Array.from({ length: 101 }, (_, index) => `${index}`))
  expect(await afterMany).toEqual({ value: 1, changed: null })
  const afterLoss = next(messages)
  bus.lost()
  expect(await afterLoss).toEqual({ value: 1, changed: null })
})

test('a failed read is repeated as a read of the state', async () => {
  let failures = 1
  const { reads, open, change } = counter(async (message) => {
    if (message.changed && failures-- > 0) throw new Error('the database does not answer')
    return message
  })
  const messages = open().messages()
  await next(messages)
  const waiting = next(messages)
  change('one')
  expect(await waiting).toEqual({ value: 1, changed: null })
  expect(reads).toEqual([null, ['one'], null])
})

test('a stream that is not read drops its queue, and gets the state when it is read again', async () => {
  const { open, change } = counter()
  const [slow, fast] = [open().messages(), open().messages()]
  await Promise.all([next(slow), next(fast)])
  const waiting = next(slow)
  for (let count = 1; count <= 30; count++) {
    change('one')
    expect(await next(fast)).toEqual({ value: count, changed: ['one'] })
  }
  expect(await waiting).toEqual({ value: 1, changed: ['one'] })
  expect(await next(slow)).toEqual({ value: 30, changed: null })
})

test('a topic without streams reads nothing', async () => {
  const { reads, open, change } = counter()
  const messages = open().messages()
  await next(messages)
  await messages.return(undefined)
  change('one')
  // The first read of another stream comes after any that the change could have started.
  await next(open().messages())
  expect(reads).toEqual([null, null])
})
