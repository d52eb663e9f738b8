import type { RequestHandler } from 'express'
import { apiHeaders } from './api-headers.ts'
import type { Config } from './config.ts'
import { sendError } from './rest-front.ts'

/** Where a container is asked for its health, whatever the prefix. */
const HEALTH = '/api/health'

/** The path of our host that everything stands under, without a slash at its end: '' or, say, '/assay'. */
export function pathPrefix({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).pathname.replace(/\/$/, '')
}

/**
 * Takes the prefix off, so that nothing behind has to know of it, and answers 404 to what stands elsewhere. A proxy that has
 * taken it off already says so in `X-Forwarded-Prefix`.
 */
export function underPrefix(prefix: string): RequestHandler {
  return (req, res, next) => {
    if (prefix === '' || req.path === HEALTH) return next()
    const takenOff = req.get('x-forwarded-prefix')?.replace(/\/$/, '') ?? ''
    const asked = takenOff + req.url
    const rest = asked.slice(prefix.length)
    const isUnder = asked.startsWith(prefix) && /^([/?]|$)/.test(rest)
    if (!isUnder) return apiHeaders(req, res, () => sendError(res, 404, 'NOT_FOUND', `No such address: Assay stands under ${prefix}/`))
    req.url = rest.startsWith('/') ? rest : `/${rest}`
    return next()
  }
}
