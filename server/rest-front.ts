import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { Services } from './context.ts'
import type { RestRoute } from './trpc.ts'

const BODY_LIMIT = '4mb'
const DEPTH_LIMIT = 1000

/** Answers what no procedure would: a known path asked with another method, HEAD and OPTIONS. */
export function allowMethodsOf(restRoutes: RestRoute[]): RequestHandler {
  const routes = restRoutes.map(({ method, path }) => {
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
export function readBody(): RequestHandler {
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

