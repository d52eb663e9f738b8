import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { Actor } from '../authorize.ts'
import { networkOf } from './network.ts'

const VALID_ID = /^[\w.-]{1,100}$/

/** The identity of a request in traces of other tools (W3C Trace Context). */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/**
 * Logs each request with an id, which is the `X-Request-Id` of a proxy if there is one. Levels: 5xx error, 4xx info,
 * others debug. Streams are logged on close. A caller is logged by the ids of its user or project, and of its session or
 * API token. Query strings, headers and bodies may hold secrets and are never logged, neither are the secrets in paths.
 */
export function accessLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id')
    const requestId = given && VALID_ID.test(given) ? given : randomUUID()
    res.setHeader('X-Request-Id', requestId)
    const start = performance.now()
    const { method, originalUrl } = req
    // Read at once: a closed connection has no address.
    const network = networkOf(req.ip ?? '')
    const logEnd = (message: string) => {
      const level = res.statusCode >= 500 ? 'error' : res.statusCode >= 400 ? 'info' : 'debug'
      if (!log.isLevelEnabled(level)) return
      const ms = Math.round((performance.now() - start) * 10) / 10
      const request = { requestId, method, path: pathOf(originalUrl), status: res.statusCode, ms, network }
      log[level]({ ...request, ...callerOf(res), ...traceOf(req) }, message)
    }
    res.on('finish', () => isStream(res) || logEnd('request'))
    res.on('close', () => isStream(res) && logEnd('stream'))
    next()
  }
}

const CALLER = Symbol('caller')

/** Notes who made the request of this answer. */
export function noteCaller(res: Response, actor: Actor): void {
  res.locals[CALLER as never] = actor
}

function callerOf({ locals }: Response): object {
  const actor = locals[CALLER as never] as Actor | undefined
  if (!actor) return {}
  if (actor.kind === 'machine') return { project: actor.projectId, ...(actor.token && { token: actor.token.id }) }
  const by = actor.token ? { token: actor.token.id } : { session: actor.session?.id }
  return { user: actor.user.id, ...by }
}

function traceOf(req: Request): object {
  const traceparent = req.get('traceparent')
  return traceparent && TRACEPARENT.test(traceparent) ? { traceparent } : {}
}

/** The tokens of links and badges are a part of their paths. */
const SECRET = /\/(shared|shared-runs|badges)\/[^/]+/i

function pathOf(url: string): string | undefined {
  return url.split('?', 1)[0]?.replace(SECRET, '/$1/…')
}

function isStream(res: Response): boolean {
  return res.getHeader('content-type') === 'text/event-stream'
}
