import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/** The path of our host that everything stands under, without a slash at its end: '' or, say, '/assay'. */
export function pathPrefix({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).pathname.replace(/\/$/, '')
}

/**
 * Takes the prefix off, so that nothing behind has to know of it. What comes without it is answered all the same: a
 * proxy may have taken it off, or somebody asks past the proxy.
 */
export function underPrefix(prefix: string): RequestHandler {
  return (req, _res, next) => {
    const rest = req.url.slice(prefix.length)
    if (prefix !== '' && req.url.startsWith(prefix) && /^([/?]|$)/.test(rest))
      req.url = rest.startsWith('/') ? rest : `/${rest}`
    next()
  }
}
