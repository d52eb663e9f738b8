import { initTRPC, TRPCError, type AnyProcedure, type AnyRouter } from '@trpc/server'
import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import { createOpenApiNodeHttpHandler, type OpenApiRouter } from 'trpc-to-openapi'
import type { Context, Services } from './context.ts'
import { createContext } from './request.ts'
import { issuesOf, type Meta, publicMessage, type RestRoute, retryAfterSeconds } from './trpc.ts'

const BODY_LIMIT = '4mb'
const DEPTH_LIMIT = 1000

/*
 * The REST face of the procedures. trpc-to-openapi serves it; what that library gets wrong is mended here,
 * in front of it (paths, methods, bodies) and around each procedure (path parameters).
 */

/** Serves every procedure that has a REST address. Mount it last under its prefix: it answers all that is left. */
export function restGateway(appRouter: AnyRouter, services: Services): Router {
  const restRouter = toRestRouter(appRouter)
  const statuses = new Map(Object.entries(proceduresOf(restRouter)).map(([name, { _def }]) => [name, metaOf(_def).status]))
  const handler = createOpenApiNodeHttpHandler({
    router: restRouter as OpenApiRouter,
    createContext: ({ req }: { req: unknown }) => createContext(services, req as Request),
    responseMeta: ({ ctx, paths, errors, info }: Answer) => ({
      status: errors.length === 0 ? statuses.get(paths?.[0] ?? '') : undefined,
      headers: { ...pageHeaders(ctx, info?.url), ...errorHeaders(errors[0]) },
    }),
    onError: ({ error, path, ctx }: Failure) => logUnexpected(services, error, path, ctx),
  } as never)
  const gateway = Router()
  gateway.use(allowKnownMethods(restRouter), readBody())
  gateway.use((req, res, next) => void handler(req as never, res, next).catch(next))
  gateway.use((_req, res) => void sendError(res, 404, 'NOT_FOUND', 'No such address'))
  gateway.use(answerError(services))
  return gateway
}

type Answer = { ctx?: Context; paths?: string[]; errors: TRPCError[]; info?: { url: URL } }
type Failure = { error: TRPCError; path?: string; ctx?: Context }

/** The app router with one procedure for each address: each `meta.openapi`, then each one in `meta.alsoAt`. */
export function toRestRouter(appRouter: AnyRouter): AnyRouter {
  const routes = Object.entries(proceduresOf(appRouter)).flatMap(([name, procedure]) => {
    const { openapi, alsoAt = [] } = metaOf(procedure._def)
    if (!openapi) return []
    return [openapi, ...alsoAt].map((route, index) => ({
      operationId: name.replaceAll('.', '_') + (index === 0 ? '' : `_${index + 1}`),
      route: { ...openapi, ...route },
      procedure,
    }))
  })
  routes.sort((a, b) => parameters(a.route).length - parameters(b.route).length)
  const record = Object.fromEntries(
    routes.map(({ operationId, route, procedure }) => [operationId, atAddress(procedure, { operationId, ...route })]),
  )
  const t = initTRPC.context<Context>().meta<Meta>().create({ isDev: false, errorFormatter: restError })
  return t.router(record)
}

/** The procedure at one of its addresses, with its path parameters decoded. */
function atAddress(procedure: AnyProcedure, route: RestRoute): AnyProcedure {
  const names = parameters(route)
  const call = procedure as unknown as (options: CallOptions) => unknown
  const twin = (options: CallOptions) =>
    call(names.length === 0 ? options : { ...options, getRawInput: async () => decoded(await options.getRawInput(), names) })
  const _def = { ...procedure._def, meta: { ...metaOf(procedure._def), openapi: route } }
  return Object.assign(twin, { _def }) as unknown as AnyProcedure
}

type CallOptions = { getRawInput: () => Promise<unknown> }

function decoded(input: unknown, names: string[]): unknown {
  const record = { ...(input as Record<string, string>) }
  for (const name of names) record[name] = decodePart(record[name] ?? '', name)
  return record
}

function decodePart(part: string, name: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new TRPCError({ code: 'BAD_REQUEST', message: `${name} has a malformed percent-encoding` })
  }
}

/** The library lays its own fields over the shape it is given; `toJSON` has the last word. */
function restError({ error }: { error: TRPCError }) {
  return { toJSON: () => ({ message: publicMessage(error), code: codeOf(error), issues: issuesOf(error) }) } as never
}

function codeOf({ code }: TRPCError): string {
  return code === 'PARSE_ERROR' ? 'BAD_REQUEST' : code
}

function errorHeaders(error: TRPCError | undefined): Record<string, string> {
  if (error?.code === 'UNAUTHORIZED') return { 'WWW-Authenticate': 'Bearer' }
  const seconds = error && retryAfterSeconds(error)
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

function pageHeaders(ctx: Context | undefined, url: URL | undefined): Record<string, string> {
  const page = ctx?.reply.page
  if (!page || !url) return {}
  const total = { 'X-Total-Count': String(page.total) }
  if (!page.next) return total
  const query = new URLSearchParams(url.search)
  query.delete('offset')
  for (const [name, text] of Object.entries(page.next)) query.set(name, text)
  return { ...total, Link: `<${ctx.request.origin}/api${url.pathname}?${query}>; rel="next"` }
}

/** Answers what no procedure would: a known path asked with another method, HEAD and OPTIONS. */
function allowKnownMethods(restRouter: AnyRouter): RequestHandler {
  const routes = Object.values(proceduresOf(restRouter)).map(({ _def }) => {
    const { method, path } = metaOf(_def).openapi as RestRoute
    const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{.+?\}/g, '[^/]+')
    return { method, pattern: new RegExp(`^${pattern}/?$`, 'i') }
  })
  return (req, res, next) => {
    const methods = new Set<string>(routes.filter(({ pattern }) => pattern.test(req.path)).map(({ method }) => method))
    if (methods.has(req.method) || methods.size === 0) return next()
    if (methods.has('GET')) methods.add('HEAD')
    if (req.method === 'HEAD' && methods.has('HEAD')) {
      req.method = 'GET'
      return next()
    }
    res.setHeader('Allow', [...methods, 'OPTIONS'].join(', '))
    if (req.method === 'OPTIONS') return void res.status(204).end()
    sendError(res, 405, 'METHOD_NOT_SUPPORTED', `${req.method} is not allowed here`)
  }
}

/** Reads a JSON body, whatever the library thinks of its content type; none stands for an empty object. */
function readBody(): RequestHandler {
  const parse = express.json({ limit: BODY_LIMIT, strict: false, type: isJson })
  return (req, res, next) => {
    const length = req.headers['content-length']
    const isEmpty = length === undefined ? req.headers['transfer-encoding'] === undefined : length === '0'
    if (!['POST', 'PUT', 'PATCH'].includes(req.method)) return next()
    if (!isEmpty && !isJson(req)) {
      const given = req.headers['content-type'] ?? 'none'
      return sendError(res, 415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type must be application/json, not ${given}`)
    }
    parse(req, res, (error?: unknown) => {
      if (error) return next(error)
      if (req.body === undefined) req.body = {}
      if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body))
        return sendError(res, 400, 'BAD_REQUEST', 'The body must be a JSON object')
      if (isTooDeep(req.body)) return sendError(res, 400, 'BAD_REQUEST', `The body is nested deeper than ${DEPTH_LIMIT} levels`)
      req.headers['content-type'] = 'application/json'
      next()
    })
  }
}

/** Whether JSON is nested deeper than the recursion of those who read it after us can follow. */
function isTooDeep(json: unknown): boolean {
  let level = [json]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_LIMIT) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : []))
  }
  return false
}

const isJson = (req: { headers: Request['headers'] }) =>
  /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(req.headers['content-type'] ?? '')

/** Errors from before a procedure: a body that is too large or no JSON, or a bug. */
export function answerError({ log }: Services) {
  return (error: Error & { status?: number; type?: string }, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error)
    if (error.status === 413) return sendError(res, 413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${BODY_LIMIT}`)
    if (error.type === 'entity.parse.failed') return sendError(res, 400, 'BAD_REQUEST', 'The body is not valid JSON')
    if (error.status === 415) return sendError(res, 415, 'UNSUPPORTED_MEDIA_TYPE', 'The content encoding is not supported')
    if (error.status !== undefined && error.status < 500) return sendError(res, 400, 'BAD_REQUEST', 'The request is malformed')
    log.error({ err: error, requestId: res.getHeader('X-Request-Id'), method: req.method }, 'request failed')
    sendError(res, 500, 'INTERNAL_SERVER_ERROR', 'Internal server error')
  }
}

export function sendError(res: Response, status: number, code: string, message: string): void {
  res.status(status).json({ message, code })
}

export function logUnexpected({ log }: Services, error: TRPCError, path?: string, ctx?: Context): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return
  log.error({ err: error.cause ?? error, procedure: path, requestId: ctx?.request.id }, 'procedure failed')
}

const parameters = (route: RestRoute) => Array.from(route.path.matchAll(/\{(.+?)\}/g), ([, name]) => name as string)
const metaOf = (def: AnyProcedure['_def']) => (def as { meta?: Meta }).meta ?? {}
export const proceduresOf = (router: AnyRouter) => router._def.procedures as unknown as Record<string, AnyProcedure>
