import { type AnyRouter, TRPCError } from '@trpc/server'
import type { Request, Response, Router } from 'express'
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi'
import type { Context, Services } from '../context.ts'
import { hasTag, isRead, type Meta } from '../meta.ts'
import { readBody } from './bodies.ts'
import type { LargeBodyRoute } from './body-size.ts'
import { callProcedure } from './call-procedure.ts'
import { keepReply } from './compression.ts'
import { answerError, errorHeaders, logUnexpected, publicError, sendNoSuchAddress } from './errors.ts'
import { isKnown, tagOf } from './entity-tags.ts'
import { allowMethods } from './methods.ts'
import { pageHeaders } from './paging.ts'
import { createContext } from './request.ts'
import { type Operation, operationsOf, parametersOf, type Route, routerOf } from './routes.ts'

type Success = { ctx: Context; data: [object]; info: { url: URL }; paths: [string]; errors: [] }
type Failure = { errors: [TRPCError] }

/**
 * Serves the procedures over REST with trpc-to-openapi. The library's faults are corrected before it runs (methods,
 * bodies) and when it calls a procedure (path parameters).
 * Add it last to a router: it answers all remaining requests. `otherRoutes` are the router's other routes, for 405.
 */
export function addRestGateway(api: Router, appRouter: AnyRouter, services: Services, otherRoutes: Route[]): void {
  const operations = operationsOf(appRouter)
  const metas = new Map(operations.map(({ id, meta }) => [id, meta]))
  const handler = createOpenApiNodeHttpHandler({
    router: libraryRouter(operations),
    createContext: ({ req, res }: { req: LibraryRequest; res: Response }) => {
      const ctx = createContext(services, req.incoming, { takesBytes: true })
      keepReply(res, ctx.reply)
      return ctx
    },
    responseMeta: (answer: Success | Failure) => {
      const [error] = answer.errors
      if (error) return { headers: errorHeaders(error.cause) }
      return successMeta(answer as Success, metas.get((answer as Success).paths[0]) ?? {})
    },
    onError: ({ error, path, ctx }: { error: TRPCError; path?: string; ctx?: Context }) =>
      logUnexpected(services, error, path, ctx),
  } as never)
  api.use(allowMethods([...operations.map(({ route }) => route), ...otherRoutes]))
  api.use(readBody(largeBodyRoutesOf(operations)))
  api.use((req, res, next) => void handler(libraryRequest(req) as never, res, next).catch(next))
  api.use((_req, res) => sendNoSuchAddress(res))
  api.use(answerError(services))
}

export function largeBodyRoutesOf(operations: Operation[]): LargeBodyRoute[] {
  return operations.flatMap(({ route, meta: { bodyLimit: limit } }) => (limit ? [{ ...route, limit }] : []))
}

/** The router in the form that the library's handler needs. */
function libraryRouter(operations: Operation[]) {
  const { _def } = routerOf(operations)
  // The library overwrites our fields; `toJSON` restores them.
  const errorFormatter = ({ error }: { error: TRPCError }) => ({ toJSON: () => publicError(error) })
  return { _def: { ..._def, _config: { isDev: false, errorFormatter } }, createCaller: callerOf(operations) }
}

/** tRPC's own caller is a recursive proxy: 12 µs of the 140 µs CPU that `GET /test-cases/{id}` takes. */
function callerOf(operations: Operation[]): (ctx: Context) => object {
  const procedures = {}
  for (const { id, route, procedure } of operations) {
    const names = parametersOf(route)
    const { type } = procedure._def
    const get = function (this: { ctx: Context }) {
      return (input: Record<string, string>) =>
        callProcedure(procedure, { path: id, type, ctx: this.ctx, getRawInput: async () => decodePath(input, names) })
    }
    Object.defineProperty(procedures, id, { get })
  }
  return (ctx) => Object.create(procedures, { ctx: { value: ctx } })
}

/** The library leaves path parameters percent-encoded. */
function decodePath(input: Record<string, string>, names: string[]): Record<string, string> {
  const decoded = { ...input }
  for (const name of names) decoded[name] = decodeParameter(decoded[name] ?? '', name)
  return decoded
}

function decodeParameter(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new TRPCError({ code: 'BAD_REQUEST', message: `${name} has a malformed percent-encoding` })
  }
}

type LibraryRequest = { incoming: Request }

const NEVER_ABORTED = new AbortController().signal

/**
 * An object that the library accepts as a web Request. It would convert Node's request, with a stream and an
 * AbortController that no procedure reads: 35 µs of the 140 µs CPU that `GET /test-cases/{id}` takes.
 */
function libraryRequest(incoming: Request): LibraryRequest {
  const { method, url, body, query } = incoming
  return Object.create(globalThis.Request.prototype, {
    incoming: { value: incoming },
    method: { value: method },
    url: { value: url },
    body: { value: body },
    query: { value: query },
    headers: { value: { get: (name: string) => incoming.headers[name] ?? null } },
    signal: { value: NEVER_ABORTED },
  })
}

/** Clients may keep the answer, and ask with its tag before they use it again. */
const REVALIDATED = { 'Cache-Control': 'private, no-cache' }

/** The status and the headers of an answer. The body of a 304 is dropped by `compressLarge`. */
function successMeta({ ctx: { reply, request }, data: [answer], info }: Success, meta: Meta) {
  const { pathname, search } = info.url
  const { tag, isRevalidated, isUnchanged } = reply.ready ?? freshnessOf(answer, request, meta)
  const headers: Record<string, string> = {
    ...(reply.page && pageHeaders(reply.page, `${request.baseUrl}/api${pathname}`, search)),
    ...(reply.isRepeated && { 'Idempotency-Replayed': 'true' }),
    ...(tag && { ETag: tag }),
    ...(isRevalidated && isRead(meta) && REVALIDATED),
  }
  return { status: isUnchanged ? 304 : meta.status, headers }
}

/** Of an answer that its own fields tell from another: a case, a result, the answer of a write. */
function freshnessOf(answer: object, { ifNoneMatch }: Context['request'], meta: Meta) {
  const tag = hasTag(meta) ? tagOf(answer) : undefined
  const isRevalidated = tag !== undefined && isRead(meta)
  return { tag, isRevalidated, isUnchanged: isRevalidated && isKnown(ifNoneMatch, tag) }
}
