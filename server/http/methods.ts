import type { Request, RequestHandler, Response } from 'express'
import { sendError } from './errors.ts'
import { patternOf, type Route } from './routes.ts'

/** Answers 405 to the methods that a page of the browser app does not have. */
export const refusePageMethod: RequestHandler = (req, res, next) => {
  if (req.method === 'OPTIONS') return next()
  refuseMethod(req, res, ['GET', 'HEAD', 'OPTIONS'])
}

export function refuseMethod(req: Request, res: Response, allowed: string[]): void {
  res.setHeader('Allow', allowed.join(', '))
  sendError(res, 405, 'METHOD_NOT_SUPPORTED', `${req.method} is not allowed here`)
}

export const isHead = (res: Response) => res.locals['isHead'] === true

/** Serves HEAD and OPTIONS, and answers 405 to other methods of a known path. The library would answer 404 or 204. */
export function allowMethods(routes: Route[]): RequestHandler {
  const known = routes.map((route) => ({ method: route.method, pattern: patternOf(route) }))
  const patterns = new Map(
    Array.from(
      Map.groupBy(known, ({ method }) => method),
      ([method, of]) => [method, oneOf(of)],
    ),
  )
  return (req, res, next) => {
    const { path } = req
    if (patterns.get(req.method)?.test(path)) return next()
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (methods.size === 0) return next()
    if (methods.has('GET')) methods.add('HEAD')
    if (req.method === 'HEAD' && methods.has('HEAD')) {
      req.method = 'GET'
      res.locals['isHead'] = true
      return next()
    }
    if (req.method !== 'OPTIONS') return refuseMethod(req, res, [...methods, 'OPTIONS'])
    res.setHeader('Allow', [...methods, 'OPTIONS'].join(', '))
    res.status(204).end()
  }
}

/** One expression: to try 77 takes 2 µs. */
const oneOf = (known: { pattern: RegExp }[]) => new RegExp(known.map(({ pattern }) => pattern.source).join('|'), 'i')
