import type { Request, Response, Router } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import type { Services } from '../context.ts'
import type { LimitedRoute } from './body-size.ts'
import type { Route } from './routes.ts'

/**
 * A route under /api that is no procedure. The gateway handles only JSON that is made as a whole: these take or send
 * files of any type and length, or serve browsers and other tools.
 */
export type PlainRoute = Omit<Route, 'method'> & {
  method: 'GET' | 'POST' | 'PUT'
  answer: (services: Services, req: Request, res: Response) => Promise<void>
  /** What its body is called in messages, and how many megabytes it may have. */
  body?: { noun: string; maxMb: (config: Config) => number }
}

const VERBS = { GET: 'get', POST: 'post', PUT: 'put' } as const

export function addPlainRoutes(api: Router, services: Services, routes: PlainRoute[]): void {
  for (const { method, path, answer } of routes)
    api[VERBS[method]](path.replaceAll(/\{(.+?)\}/g, ':$1'), async (req, res) => await answer(services, req, res))
}

export const limitedPlainRoutes = (routes: PlainRoute[], config: Config): LimitedRoute[] =>
  routes.flatMap(({ method, path, body }) =>
    body ? { method, path, noun: body.noun, limit: body.maxMb(config) * 1024 * 1024 } : [],
  )

/** `curl` sends the file itself. Throws UNSUPPORTED_MEDIA_TYPE. */
export function refuseForm(req: Request, curl: string): void {
  if (req.is('multipart/form-data'))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `Send the file itself, not a form: ${curl}`)
}
