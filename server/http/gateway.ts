import { type AnyProcedure, type AnyRouter, TRPCError } from '@trpc/server'
import type { Request, Response, Router } from 'express'
import {
  coerceSchema,
  createOpenApiNodeHttpHandler,
  getInputOutputParsers,
  instanceofZodTypeObject,
  unwrapZodType,
} from 'trpc-to-openapi'
import { z } from 'zod'
import type { Context, Services } from '../context.ts'
import { hasTag, isRead, type Meta } from '../meta.ts'
import { readBody, refuseOtherTypes } from './bodies.ts'
import { BODY_LIMIT, bodyLimitOf, type LimitedRoute } from './body-size.ts'
import { callProcedure, type Middleware } from './call-procedure.ts'
import { keepReply } from './compression.ts'
import { closeIfUnread } from './connections.ts'
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
      const ctx: RestContext = Object.assign(createContext(services, req.incoming, { takesBytes: true }), {
        readBody: async (meta: Meta) =>
          await readBody(req.incoming, { caller: ctx.request.caller, limit: bodyLimitOf(meta) }),
      })
      keepReply(res, ctx.reply)
      return ctx
    },
    responseMeta: (answer: Success | Failure) => {
      const [error] = answer.errors
      if (error) return { headers: errorHeaders(error.cause) }
      return successMeta(answer as Success, metas.get((answer as Success).paths[0]) ?? {})
    },
    onError: ({ error, path, ctx, req }: { error: TRPCError; path?: string; ctx?: Context; req: LibraryRequest }) => {
      if (req.incoming.res) closeIfUnread(req.incoming.res)
      logUnexpected(services, error, path, ctx)
    },
  } as never)
  api.use(allowMethods([...operations.map(({ route }) => route), ...otherRoutes]))
  api.use(refuseOtherTypes)
  api.use((req, res, next) => void handler(new LibraryRequest(req) as never, res, next).catch(next))
  api.use((_req, res) => sendNoSuchAddress(res))
  api.use(answerError(services))
}

export function limitedRoutesOf(operations: Operation[]): LimitedRoute[] {
  const limits = operations.map(({ route, meta }) => ({ ...route, limit: bodyLimitOf(meta) }))
  return limits.filter(({ limit }) => limit !== BODY_LIMIT)
}

/** The router in the form that the library's handler needs. */
function libraryRouter(operations: Operation[]) {
  const { _def } = routerOf(operations.map((operation) => ({ ...operation, procedure: withLibraryInput(operation) })))
  // The library overwrites our fields; `toJSON` restores them.
  const errorFormatter = ({ error }: { error: TRPCError }) => ({ toJSON: () => publicError(error) })
  return { _def: { ..._def, _config: { isDev: false, errorFormatter } }, createCaller: callerOf(operations) }
}

/**
 * A procedure whose input names only path parameters and lists: the library needs no more. Given all fields, it makes each
 * of them accept texts as numbers and booleans, at each call. Here this happens once. It was 70 of the 1,000 µs CPU that
 * `POST /test-cases/{id}/execute` took on a slow machine.
 */
function withLibraryInput({ route, procedure }: Operation): AnyProcedure {
  const input = unwrapZodType(getInputOutputParsers(procedure as never).inputParser, true)
  if (!instanceofZodTypeObject(input)) throw new Error('The input of a REST call is an object')
  coerceSchema(input)
  const lists = Object.keys(input.shape).filter((name) => isList(input.shape[name]))
  const fields = [
    ...parametersOf(route).map((name) => [name, z.string()] as const),
    ...lists.map((name) => [name, z.array(z.string())] as const),
  ]
  return { _def: { ...procedure._def, inputs: [z.object(Object.fromEntries(fields))] } } as unknown as AnyProcedure
}

const isList = (field: unknown) => (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodArray

/** The body is read when the procedure asks for its input: once its caller is identified. */
type RestContext = Context & { readBody: (meta: Meta) => Promise<object> }

const hasBody = ({ method }: Route) => method === 'POST' || method === 'PUT' || method === 'PATCH'

/** A procedure without an input never asks for it, but a malformed body is refused all the same. */
function withBodyRead(procedure: AnyProcedure, meta: Meta): AnyProcedure {
  const def = procedure._def as unknown as { inputs: unknown[]; middlewares: Middleware[] }
  if (def.inputs.length > 0) return procedure
  const [identify, ...rest] = def.middlewares as [Middleware, ...Middleware[]]
  const read: Middleware = async ({ ctx, next }) => {
    await (ctx as RestContext).readBody(meta)
    return await next()
  }
  return { _def: { ...def, middlewares: [identify, read, ...rest] } } as unknown as AnyProcedure
}

/** tRPC's own caller is a recursive proxy: 12 µs of the 140 µs CPU that `GET /test-cases/{id}` takes. */
function callerOf(operations: Operation[]): (ctx: Context) => object {
  const procedures = {}
  for (const { id, route, meta, procedure } of operations) {
    const names = parametersOf(route)
    const { type } = procedure._def
    const called = hasBody(route) ? withBodyRead(procedure, meta) : procedure
    const get = function (this: { ctx: RestContext }) {
      const { ctx } = this
      return (input: Record<string, string>) => {
        const getRawInput = async () =>
          hasBody(route) ? { ...(await ctx.readBody(meta)), ...decodePath(input, names) } : decodePath(input, names)
        return callProcedure(called, { path: id, type, ctx, getRawInput })
      }
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

const JSON_TYPE = 'application/json'
const NEVER_ABORTED = new AbortController().signal

/**
 * An object that the library accepts as a web Request. It would convert Node's request, with a stream and an
 * AbortController that no procedure reads, and the body too early: 35 µs of the 140 µs CPU that `GET /test-cases/{id}` takes.
 */
class LibraryRequest {
  readonly incoming: Request
  readonly method: string
  readonly url: string
  readonly query: unknown
  readonly body = undefined
  readonly signal = NEVER_ABORTED

  constructor(incoming: Request) {
    this.incoming = incoming
    this.method = incoming.method
    this.url = incoming.url
    this.query = incoming.query
  }

  /** The content type of a body is checked, and a PATCH may have another. */
  get headers() {
    const { headers } = this.incoming
    return { get: (name: string) => (name === 'content-type' ? JSON_TYPE : (headers[name] ?? null)) }
  }
}
Object.setPrototypeOf(LibraryRequest.prototype, globalThis.Request.prototype)

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
    ...(isRevalidated && isRead(meta) && !reply.isSecret && REVALIDATED),
  }
  return { status: isUnchanged ? 304 : meta.status, headers }
}

/** For answers whose tag is made of their own fields: a case, a result, the answer of a write. */
function freshnessOf(answer: object, { ifNoneMatch }: Context['request'], meta: Meta) {
  const tag = hasTag(meta) ? tagOf(answer) : undefined
  const isRevalidated = tag !== undefined && isRead(meta)
  return { tag, isRevalidated, isUnchanged: isRevalidated && isKnown(ifNoneMatch, tag) }
}
