import { initTRPC, TRPCError, type AnyProcedure, type AnyRouter } from '@trpc/server'
import type { Router } from 'express'
import { createOpenApiNodeHttpHandler, type OpenApiRouter } from 'trpc-to-openapi'
import { z } from 'zod'
import type { Context, Services } from '../context.ts'
import { createContext } from './request.ts'
import { callProcedure, type CallOptions } from './rest-call.ts'
import { WebRequest, WholeAnswer } from './rest-exchange.ts'
import { allowMethodsOf, answerError, readBody, type Route, sendError } from './rest-front.ts'
import { currentOf, issuesOf, type Meta, publicMessage, type RestRoute, retryAfterSeconds } from '../trpc.ts'

/*
 * The REST face of the procedures. trpc-to-openapi serves it; what that library gets wrong is mended here,
 * in front of it (paths, methods, bodies) and around each procedure (path parameters).
 */

/**
 * Serves every procedure that has a REST address. Add it last to a router: it answers all that is left, and knows
 * by `otherRoutes` what else is served there.
 */
export function addRestGateway(api: Router, appRouter: AnyRouter, services: Services, otherRoutes: Route[]): void {
  const restRouter = toRestRouter(appRouter)
  const statuses = new Map(
    Object.entries(proceduresOf(restRouter)).map(([name, { _def }]) => [name, metaOf(_def).status]),
  )
  const handler = createOpenApiNodeHttpHandler({
    router: asServed(restRouter),
    createContext: ({ req }: { req: WebRequest }) => createContext(services, req.incoming),
    responseMeta: ({ ctx, paths, errors, info }: Answer) => ({
      status: errors.length === 0 ? statuses.get(paths?.[0] ?? '') : undefined,
      headers: { ...pageHeaders(ctx, info?.url), ...errorHeaders(errors[0]), ...repeatHeaders(ctx) },
    }),
    onError: ({ error, path, ctx }: Failure) => logUnexpected(services, error, path, ctx),
  } as never)
  api.use(allowMethodsOf([...routesOf(restRouter), ...otherRoutes]), readBody(largerBodiesOf(restRouter)))
  api.use(
    (req, res, next) =>
      void handler(new WebRequest(req) as never, new WholeAnswer(req, res) as never, next).catch(next),
  )
  api.use((_req, res) => void sendError(res, 404, 'NOT_FOUND', 'No such address'))
  api.use(answerError(services))
}

/**
 * The REST router as the library needs it to serve: of an input only the path parameters, since on each call it
 * walks through all that it knows of, to switch coercion on, and a caller without the proxies of tRPC's own.
 */
function asServed(restRouter: AnyRouter): OpenApiRouter {
  const procedures = Object.entries(proceduresOf(restRouter))
  const known = procedures.map(([name, { _def }]) => [
    name,
    { _def: { ..._def, inputs: [pathInput(metaOf(_def).openapi as RestRoute)] } },
  ])
  const _def = { ...restRouter._def, procedures: Object.fromEntries(known) }
  return { ...restRouter, _def, createCaller: callerFactory(procedures) } as never
}

const pathInput = (route: RestRoute) =>
  z.object(Object.fromEntries(parameters(route).map((name) => [name, z.string()])))

function callerFactory(procedures: [string, AnyProcedure][]): (ctx: Context) => object {
  class Caller {
    readonly ctx: Context

    constructor(ctx: Context) {
      this.ctx = ctx
    }
  }
  for (const [path, procedure] of procedures) {
    const call = procedure as unknown as (options: CallOptions) => unknown
    const get = function (this: Caller) {
      return (input: unknown) =>
        call({ path, type: procedure._def.type, ctx: this.ctx, getRawInput: async () => input })
    }
    Object.defineProperty(Caller.prototype, path, { get })
  }
  return (ctx) => new Caller(ctx)
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
  const twin = (options: CallOptions) =>
    callProcedure(
      procedure,
      names.length === 0
        ? options
        : { ...options, getRawInput: async () => decoded(await options.getRawInput(), names) },
    )
  const _def = { ...procedure._def, meta: { ...metaOf(procedure._def), openapi: route } }
  return Object.assign(twin, { _def }) as unknown as AnyProcedure
}

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
  const body = {
    message: publicMessage(error),
    code: codeOf(error),
    issues: issuesOf(error),
    current: currentOf(error),
  }
  return { toJSON: () => body } as never
}

function codeOf({ code }: TRPCError): string {
  return code === 'PARSE_ERROR' ? 'BAD_REQUEST' : code
}

function errorHeaders(error: TRPCError | undefined): Record<string, string> {
  if (error?.code === 'UNAUTHORIZED') return { 'WWW-Authenticate': 'Bearer' }
  const seconds = error && retryAfterSeconds(error)
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}

function repeatHeaders(ctx: Context | undefined): Record<string, string> {
  return ctx?.reply.isRepeated ? { 'Idempotency-Replayed': 'true' } : {}
}

function pageHeaders(ctx: Context | undefined, url: URL | undefined): Record<string, string> {
  const page = ctx?.reply.page
  if (!page || !url) return {}
  const total = { 'X-Total-Count': String(page.total) }
  if (!page.next) return total
  const query = new URLSearchParams(url.search)
  query.delete('offset')
  for (const [name, text] of Object.entries(page.next)) query.set(name, text)
  return { ...total, Link: `<${ctx.request.baseUrl}/api${url.pathname}?${query}>; rel="next"` }
}

export function logUnexpected({ log }: Services, error: TRPCError, path?: string, ctx?: Context): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return
  log.error({ err: error.cause ?? error, procedure: path, requestId: ctx?.request.id }, 'procedure failed')
}

const routesOf = (restRouter: AnyRouter) =>
  Object.values(proceduresOf(restRouter)).map(({ _def }) => metaOf(_def).openapi as RestRoute)
const largerBodiesOf = (restRouter: AnyRouter) =>
  Object.values(proceduresOf(restRouter)).flatMap(({ _def }) => {
    const { openapi, bodyLimit } = metaOf(_def)
    return openapi && bodyLimit ? [{ method: openapi.method, path: openapi.path, limit: bodyLimit }] : []
  })
const parameters = (route: RestRoute) => Array.from(route.path.matchAll(/\{(.+?)\}/g), ([, name]) => name as string)
const metaOf = (def: AnyProcedure['_def']) => (def as { meta?: Meta }).meta ?? {}
export const proceduresOf = (router: AnyRouter) => router._def.procedures as unknown as Record<string, AnyProcedure>
