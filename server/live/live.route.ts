import { once } from 'node:events'
import { getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from '@trpc/server'
import { type Request, type Response, Router } from 'express'
import type { Services } from '../context.ts'
import { createContext } from '../http/request.ts'
import { logUnexpected } from '../http/errors.ts'
import type { appRouter } from '../router.ts'
import { createCallerFactory, SSE } from '../trpc.ts'

/*
 * The streams as tRPC's own handler would send them to tRPC's own client. That handler serializes each message anew
 * for each watcher and takes it through six web streams, which is most of what watching costs a server; here a
 * message is serialized once, however many watch, and written at once.
 */

const NAMES = ['run', 'runs', 'runScreen', 'projects'] as const
type Name = (typeof NAMES)[number]

const HEADERS = new Map([
  ['Content-Type', 'text/event-stream'],
  ['Cache-Control', 'no-cache, no-transform'],
  ['X-Accel-Buffering', 'no'],
])

/** Serves the streams under /trpc; what is no well-formed call of one is left to tRPC. */
export function liveRoutes(router: typeof appRouter, services: Services): Router {
  const routes = Router()
  for (const name of NAMES)
    routes.get(`/live.${name}`, (req, res, next) => {
      const input = inputOf(req)
      if (input === undefined) return next()
      stream(router, services, name, input, req, res).catch(next)
    })
  return routes
}

/** The input with the last message the client has seen; undefined when it cannot be read, is one of several, or no stream is asked for. */
function inputOf(req: Request): object | undefined {
  const { input, batch } = req.query
  // Express takes HEAD for GET: a stream would never end, and nothing of it be sent.
  if (req.method !== 'GET' || batch !== undefined || typeof input !== 'string') return undefined
  try {
    const given: unknown = JSON.parse(input)
    const lastEventId = req.get('last-event-id')
    return typeof given === 'object' && given !== null ? { ...given, ...(lastEventId && { lastEventId }) } : undefined
  } catch {
    return undefined
  }
}

async function stream(
  router: typeof appRouter,
  services: Services,
  name: Name,
  input: object,
  req: Request,
  res: Response,
): Promise<void> {
  const closed = new AbortController()
  res.once('close', () => closed.abort())
  const ctx = createContext(services, req)
  res.setHeaders(HEADERS)
  res.write(eventOf('connected', JSON.stringify(SSE.client)))
  const pings = setInterval(() => res.writableNeedDrain || res.write(eventOf('ping', '')), SSE.ping.intervalMs)
  try {
    // Its type is that of the client's side; here a message still comes with its id as tracked() has put them together.
    const messages = (await createCallerFactory(router)(ctx, { signal: closed.signal }).live[name](
      input as never,
    )) as unknown as AsyncIterable<[string, object]>
    for await (const [id, message] of messages)
      if (!res.write(`data: ${textOf(message)}\nid: ${id}\n\n`)) await once(res, 'drain', { signal: closed.signal })
    res.write(eventOf('return', ''))
  } catch (error) {
    if ((error as Error).name !== 'AbortError') refuse(getTRPCErrorFromUnknown(error))
  } finally {
    clearInterval(pings)
    res.end()
  }

  function refuse(error: TRPCError): void {
    const path = `live.${name}`
    logUnexpected(services, error, path, ctx)
    const shape = getTRPCErrorShape({ config: router._def._config, error, type: 'subscription', path, input, ctx })
    res.write(eventOf('serialized-error', JSON.stringify(shape)))
  }
}

const eventOf = (name: string, data: string) => `event: ${name}\ndata: ${data}\n\n`

/** Watchers of one thing get the same message. */
const texts = new WeakMap<object, string>()

function textOf(message: object): string {
  const known = texts.get(message)
  if (known !== undefined) return known
  const text = JSON.stringify(message)
  texts.set(message, text)
  return text
}
