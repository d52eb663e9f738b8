import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Bus, type BusEvent } from './bus.ts'
import { Stream } from './stream.ts'
import { type Subject, Topics } from './topic.ts'

type Message = { value: number; changed: string[] | null }

/** A subject whose state is a number, and a bus to change it. */
function counter(read: (message: Message) => Promise<Message> = async (message) => message) {
  const [bus, reads, heard] = [new Bus(), [] as (string[] | null)[], [] as (BusEvent | null)[]]
  const state = { value: 0 }
  const subject: Subject<Message> = {
    key: 'counter',
    pace: { delayMs: 5, spacingMs: 10 },
    listenTo: ['run:counter'],
    changedBy: (event) => {
      heard.push(event)
      return event.kind === 'results' ? event.resultIds : undefined
    },
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
  return { bus, reads, heard, open, change }
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
  const ids = Array.from({ length: 101 }, (_, index) => `${index}`)
  const afterSome = next(messages)
  change(...ids.slice(1))
  expect(await afterSome).toEqual({ value: 1, changed: ids.slice(1) })
  const afterMany = next(messages)
  change(...ids)
  expect(await afterMany).toEqual({ value: 2, changed: null })
  const afterLoss = next(messages)
  bus.lost()
  expect(await afterLoss).toEqual({ value: 2, changed: null })
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

test('an event that does not concern a topic reads nothing', async () => {
  const { bus, reads, open } = counter()
  await next(open().messages())
  bus.publish([{ kind: 'run', projectId: 'project', testRunId: 'counter' }])
  await next(open().messages())
  expect(reads).toEqual([null, null])
})

test('a topic without streams hears and reads nothing, and the next stream gets the state and what changes', async () => {
  const { reads, heard, open, change } = counter()
  const early = open()
  const nothing = next(early.messages())
  early.end()
  expect(await nothing).toBeUndefined()
  const messages = open().messages()
  await next(messages)
  await messages.return(undefined)
  change('one')
  expect(heard).toEqual([])
  const later = open().messages()
  const first = next(later)
  change('two')
  expect(await first).toEqual({ value: 2, changed: null })
  // The read of the state comes after any that the changes could have started.
  expect(reads).toEqual([null, null])
  const waiting = next(later)
  change('three')
  expect(await waiting).toEqual({ value: 3, changed: ['three'] })
})

test('who no longer listens to the bus hears nothing, and others go on', () => {
  const [bus, heard] = [new Bus(), [] as string[]]
  const stop = bus.subscribe(['results', 'projects'], () => heard.push('first'))
  bus.subscribe(['results'], () => heard.push('second'))
  stop()
  bus.publish([{ kind: 'results', testRunId: 'run', resultIds: [] }])
  expect(heard).toEqual(['second'])
})
