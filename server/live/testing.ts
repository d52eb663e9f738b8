import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createTRPCClient, httpSubscriptionLink, type TRPCClientError } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { AppRouter } from '../router.ts'
import type { Caller, TestServer } from '../testing/server.ts'
import { noteChange } from '../database/changes.ts'

type Message = { type: string } & Record<string, any>
type Name = 'project' | 'projects'

/** A client of a live stream, like a page. */
export class LiveWatcher {
  readonly messages: Message[] = []
  /** How many notices are unread. Its messages are not among the others. */
  unread: number | undefined
  /** Why the server refused or ended the stream. */
  error: TRPCClientError<AppRouter> | undefined
  readonly stop: () => void
  #wake = () => {}

  constructor(url: string, name: Name, input: object | undefined, as: Caller | undefined) {
    const link = httpSubscriptionLink<AppRouter, typeof EventSource>({
      url: `${url}/trpc`,
      EventSource,
      eventSourceOptions: {
        fetch: (target, init) =>
          fetch(target, { ...init, headers: { ...init.headers, ...(as && { authorization: as.authorization }) } }),
      },
    })
    const subscription = createTRPCClient<AppRouter>({ links: [link] }).live[name].subscribe(input as never, {
      onData: (data: unknown) => this.#add(() => this.#take(data as Message)),
      onError: (error: unknown) => this.#add(() => (this.error = error as TRPCClientError<AppRouter>)),
    })
    this.stop = () => subscription.unsubscribe()
  }

  #take(message: Message): void {
    if (message.type === 'notices') this.unread = message['unread'] as number
    else this.messages.push(message)
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type)
  }

  last(type: string): Message | undefined {
    return this.messages.findLast((message) => message.type === type)
  }

  /** Resolves once the condition holds; rejects after `withinMs`. */
  async until(condition: (watcher: this) => unknown, withinMs = 20_000): Promise<void> {
    const end = performance.now() + withinMs
    while (!condition(this)) {
      const left = end - performance.now()
      if (left <= 0)
        throw new Error(
          `not within ${withinMs} ms: ${condition.toString()}; got ${this.types.join(', ')} ${this.error ?? ''}`,
        )
      const message = Promise.withResolvers<void>()
      this.#wake = message.resolve
      const timer = setTimeout(message.resolve, left)
      await message.promise
      clearTimeout(timer)
    }
  }

  #add(take: () => void): void {
    take()
    this.#wake()
  }
}

/** A JUnit report of 100 suites with 100 cases each. `outcome` is the content of each case. */
export function largeReport(outcome = ''): string {
  const numbers = [...Array(100).keys()]
  const cases = numbers.map((number) => `<testcase name="case ${number}">${outcome}</testcase>`).join('')
  const suites = numbers.map((number) => `<testsuite name="Suite ${number}">${cases}</testsuite>`).join('')
  return `<testsuites>${suites}</testsuites>`
}

/** Resolves when everything written through one server so far is published on the other. Each may be a fleet. */
export async function allPublished(server: TestServer, other: TestServer): Promise<void> {
  await Promise.all(server.all.flatMap((from) => other.all.map((to) => isPublished(from, to))))
}

type Services = TestServer['services']

async function isPublished({ write }: Services, { live }: Services): Promise<void> {
  const [userId, published] = [randomUUID(), Promise.withResolvers<void>()]
  const stop = live.bus.subscribe([`user:${userId}`], () => published.resolve())
  await write(null, async (db) => noteChange(db, { kind: 'user', userId }))
  await published.promise
  stop()
}

/** A proxy to a server whose connections can be cut, or stop reading. */
export async function breakableProxy(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl)
  const pairs = new Set<[Socket, Socket]>()
  let isShut = false
  const listener = createServer((socket) => {
    if (isShut) {
      socket.destroy()
      return
    }
    const onward = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [socket, onward]
    pairs.add(pair)
    socket.pipe(onward).pipe(socket)
    for (const end of pair)
      end
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          for (const other of pair) other.destroy()
        })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    /** Cuts all connections and refuses new ones until `open`. */
    shut: () => {
      isShut = true
      pairs.forEach(([socket]) => socket.destroy())
    },
    open: () => void (isShut = false),
    clog: () => pairs.forEach(([socket, onward]) => onward.unpipe(socket).pause()),
    free: () => pairs.forEach(([socket, onward]) => onward.pipe(socket)),
    close: () => {
      pairs.forEach(([socket]) => socket.destroy())
      listener.close()
    },
  }
}
