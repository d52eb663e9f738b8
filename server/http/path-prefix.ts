import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/** The path under which everything is served, without a trailing slash: '' or '/assay'. */
export function pathPrefix({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).pathname.replace(/\/$/, '')
}

/** Strips the prefix from paths. Paths without it work too: a proxy may strip it, or be bypassed. */
export function underPrefix(prefix: string): RequestHandler {
  return (req, _res, next) => {
    const rest = req.url.slice(prefix.length)
    if (prefix !== '' && req.url.startsWith(prefix) && /^([/?]|$)/.test(rest))
      req.url = rest.startsWith('/') ? rest : `/${rest}`
    // Callers whose address ends in a slash add another one.
    req.url = req.url.replace(/^\/+(?=\/api\/)/, '')
    next()
  }
}
