import type { RequestHandler } from 'express'
import { sendError } from './errors.ts'
import { patternOf, type Route } from './routes.ts'

/** Serves HEAD and OPTIONS, and answers 405 to other methods of a known path. The library would answer 404 or 204. */
export function allowMethods(routes: Route[]): RequestHandler {
  const known = routes.map((route) => ({ method: route.method, pattern: patternOf(route) }))
  return (req, res, next) => {
    const { path } = req
    if (known.some(({ method, pattern }) => method === req.method && pattern.test(path))) return next()
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
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
