import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createTRPCClient, httpSubscriptionLink, type TRPCClientError } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { AppRouter } from '../router.ts'
import type { Caller, TestServer } from '../testing/server.ts'
import { noteChange } from '../database/changes.ts'

type Message = { type: string } & Record<string, any>
type Name = 'run' | 'runs' | 'runScreen' | 'projects'

/** One who watches over server-sent events, as a browser does. */
export class LiveWatcher {
  readonly messages: Message[] = []
  /** Why the server ended the stream, if it did. */
  error: TRPCClientError<AppRouter> | undefined
  isComplete = false
  readonly stop: () => void
  #onNews = () => {}

  constructor(url: string, name: Name, input: object, as: Caller | undefined) {
    const link = httpSubscriptionLink<AppRouter, typeof EventSource>({
      url: `${url}/trpc`,
      EventSource,
      eventSourceOptions: {
        fetch: (target, init) =>
          fetch(target, { ...init, headers: { ...init.headers, ...(as && { authorization: as.authorization }) } }),
      },
    })
    const subscription = createTRPCClient<AppRouter>({ links: [link] }).live[name].subscribe(input as never, {
      onData: ({ data }: { data: unknown }) => this.#news(() => this.messages.push(data as Message)),
      onError: (error: unknown) => this.#news(() => (this.error = error as TRPCClientError<AppRouter>)),
      onComplete: () => this.#news(() => (this.isComplete = true)),
    })
    this.stop = () => subscription.unsubscribe()
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type)
  }

  /** The last message of this type. */
  last(type: string): Message | undefined {
    return this.messages.findLast((message) => message.type === type)
  }

  /** Resolves once something is so; rejects when it is not within the time. */
  async until(isSo: (watcher: this) => unknown, withinMs = 5_000): Promise<void> {
    const end = performance.now() + withinMs
    while (!isSo(this)) {
      const left = end - performance.now()
      if (left <= 0)
        throw new Error(
          `not within ${withinMs} ms: ${isSo.toString()}; got ${this.types.join(', ')} ${this.error ?? ''}`,
        )
      const news = Promise.withResolvers<void>()
      this.#onNews = news.resolve
      const timer = setTimeout(news.resolve, left)
      await news.promise
      clearTimeout(timer)
    }
  }

  #news(take: () => void): void {
    take()
    this.#onNews()
  }
}

/** Resolves when all that was written through one server so far is told to those who watch through the other. */
export async function toldAll({ services }: TestServer, other: TestServer): Promise<void> {
  const [userId, heard] = [randomUUID(), Promise.withResolvers<void>()]
  const stop = other.services.live.bus.subscribe(`user:${userId}`, () => heard.resolve())
  await services.write(null, async (db) => noteChange(db, { kind: 'user', userId }))
  await heard.promise
  stop()
}

/** A way to a server that can be cut, as a lost network is, or stop taking what the server sends. */
export async function breakableWay(serverUrl: string) {
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
    /** Cuts it for as long as it is not opened again. */
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
