import express, { type Request, type RequestHandler } from 'express'
import { BODY_LIMIT, type LargeBodyRoute } from './body-size.ts'
import { sendError } from './errors.ts'
import { patternOf } from './routes.ts'

const DEPTH_LIMIT = 1000

/** Parses a JSON object into `req.body`; an absent body is `{}`. The library skips bodies whose type has a charset. */
export function readBody(largeBodyRoutes: LargeBodyRoute[]): RequestHandler {
  const parserOf = (limit: number) => express.json({ limit, strict: false, type: isJson, reviver: keepNumberText })
  const standard = parserOf(BODY_LIMIT)
  const large = largeBodyRoutes.map((route) => ({
    method: route.method,
    pattern: patternOf(route),
    parse: parserOf(route.limit),
  }))
  return (req, res, next) => {
    if (!['POST', 'PUT', 'PATCH'].includes(req.method)) return next()
    const length = req.headers['content-length']
    const isEmpty = length === undefined ? req.headers['transfer-encoding'] === undefined : length === '0'
    if (!isEmpty && !isJson(req)) {
      const given = req.headers['content-type'] ?? 'none'
      return sendError(res, 415, 'UNSUPPORTED_MEDIA_TYPE', `Content-Type must be application/json, not ${given}`)
    }
    const parse =
      large.find(({ method, pattern }) => method === req.method && pattern.test(req.path))?.parse ?? standard
    parse(req, res, (error?: unknown) => {
      if (error) return next(error)
      if (req.body === undefined) req.body = {}
      const body: unknown = req.body
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return sendError(res, 400, 'BAD_REQUEST', 'The body must be a JSON object')
      if (isTooDeep(body))
        return sendError(res, 400, 'BAD_REQUEST', `The body is nested deeper than ${DEPTH_LIMIT} levels`)
      req.headers['content-type'] = 'application/json'
      next()
    })
  }
}

/** Deep JSON would overflow the stack of recursive code that reads it later. */
function isTooDeep(json: unknown, depth = 0): boolean {
  if (depth > DEPTH_LIMIT) return true
  return typeof json === 'object' && json !== null && Object.values(json).some((value) => isTooDeep(value, depth + 1))
}

/** Test values keep the JSON text of a number: 1.0 differs from 1, and long digits would be rounded. */
function keepNumberText(this: unknown, key: string, given: unknown, context?: { source?: string }): unknown {
  const isTestValue = key === 'actualValue' || key === 'expectedValue'
  return isTestValue && typeof given === 'number' ? (context?.source ?? given) : given
}

/** As the document says: a PATCH may also be called a merge patch. */
const isJson = (req: { method?: string | undefined; headers: Request['headers'] }) =>
  (req.method === 'PATCH' ? /^application\/(merge-patch\+)?json\s*(;|$)/i : /^application\/json\s*(;|$)/i).test(
    req.headers['content-type'] ?? '',
  )
