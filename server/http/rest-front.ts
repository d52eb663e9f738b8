import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { DomainError } from '#shared/errors.ts'
import type { Services } from '../context.ts'

const BODY_LIMIT = '4mb'
const DEPTH_LIMIT = 1000

export type Route = { method: string; path: string }

/** Answers what no procedure would: a known path asked with another method, HEAD and OPTIONS. */
export function allowMethodsOf(restRoutes: Route[]): RequestHandler {
  const routes = restRoutes.map(({ method, path }) => ({ method, pattern: patternOf(path) }))
  return (req, res, next) => {
    const { path } = req
    if (routes.some(({ method, pattern }) => method === req.method && pattern.test(path))) return next()
    const methods = new Set<string>(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size === 0) return next()
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
export function readBody(largerBodies: LargerBody[] = []): RequestHandler {
  const parserOf = (limit: string) => express.json({ limit, strict: false, type: isJson, reviver: keepNumberText })
  const usual = parserOf(BODY_LIMIT)
  const larger = largerBodies.map(({ method, path, limit }) => ({
    method,
    pattern: patternOf(path),
    parse: parserOf(limit),
  }))
  return (req, res, next) => {
    const length = req.headers['content-length']
    const isEmpty = length === undefined ? req.headers['transfer-encoding'] === undefined : length === '0'
    if (!['POST', 'PUT', 'PATCH'].includes(req.method)) return next()
    if (!isEmpty && !isJson(req)) {
      const given = req.headers['content-type'] ?? 'none'
      return sendError(res, 415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type must be application/json, not ${given}`)
    }
    const parse = larger.find(({ method, pattern }) => method === req.method && pattern.test(req.path))?.parse ?? usual
    parse(req, res, (error?: unknown) => {
      if (error) return next(error)
      if (req.body === undefined) req.body = {}
      if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body))
        return sendError(res, 400, 'BAD_REQUEST', 'The body must be a JSON object')
      if (isTooDeep(req.body))
        return sendError(res, 400, 'BAD_REQUEST', `The body is nested deeper than ${DEPTH_LIMIT} levels`)
      req.headers['content-type'] = 'application/json'
      next()
    })
  }
}

/** A route that takes a larger body than the others. */
export type LargerBody = { method: string; path: string; limit: string }

/** What paths of a route look like, such as `/test-runs/{testRunId}`. */
function patternOf(path: string): RegExp {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{.+?\}/g, '[^/]+')
  return new RegExp(`^${pattern}/?$`, 'i')
}

/** Whether JSON is nested deeper than the recursion of those who read it after us can follow. */
function isTooDeep(json: unknown, depth = 0): boolean {
  if (depth > DEPTH_LIMIT) return true
  return typeof json === 'object' && json !== null && Object.values(json).some((value) => isTooDeep(value, depth + 1))
}

/** A number that is a test value is kept as its JSON text: 1.0 is not 1, and long digits are not rounded. */
function keepNumberText(this: unknown, key: string, given: unknown, context?: { source?: string }): unknown {
  const isTestValue = key === 'actualValue' || key === 'expectedValue'
  return isTestValue && typeof given === 'number' ? (context?.source ?? given) : given
}

const isJson = (req: { headers: Request['headers'] }) =>
  /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(req.headers['content-type'] ?? '')

/** Errors from before a procedure: a body that is too large or no JSON, or a bug. */
export function answerError({ log }: Services) {
  return (
    error: Error & { status?: number; type?: string; limit?: number },
    req: Request,
    res: Response,
    next: NextFunction,
  ) => {
    if (res.headersSent) return next(error)
    if (error.status === 413)
      return sendError(res, 413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${sizeOf(error.limit)}`)
    if (error.type === 'entity.parse.failed') return sendError(res, 400, 'BAD_REQUEST', 'The body is not valid JSON')
    if (error.status === 415)
      return sendError(res, 415, 'UNSUPPORTED_MEDIA_TYPE', 'The content encoding is not supported')
    if (error.status === 404) return sendError(res, 404, 'NOT_FOUND', 'No such address')
    if (error.status !== undefined && error.status < 500)
      return sendError(res, 400, 'BAD_REQUEST', 'The request is malformed')
    log.error({ err: error, requestId: res.getHeader('X-Request-Id'), method: req.method }, 'request failed')
    sendError(res, 500, 'INTERNAL_SERVER_ERROR', 'Internal server error')
  }
}

/** Answers a refused call from outside of the procedures as the gateway answers those inside. */
export function sendDomainError(res: Response, { code, message, issues, retryAfterSeconds }: DomainError): void {
  if (code === 'UNAUTHORIZED') res.setHeader('WWW-Authenticate', 'Bearer')
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds))
  res.status(getHTTPStatusCodeFromError(new TRPCError({ code }))).json({ message, code, ...(issues && { issues }) })
}

export function sendError(res: Response, status: number, code: string, message: string): void {
  res.status(status).json({ message, code })
}

const sizeOf = (bytes = 0) => `${Math.round(bytes / 1024 / 1024)} MB`
