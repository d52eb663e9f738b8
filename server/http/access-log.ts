import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'

const VALID_ID = /^[\w.-]{1,100}$/

/**
 * Logs each request with an id, which is the `X-Request-Id` of a proxy if there is one. Levels: 5xx error, 4xx info,
 * others debug. Streams are logged on close. Query strings, headers and bodies may hold secrets and are never logged,
 * neither are the secrets in paths.
 */
export function accessLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id')
    const requestId = given && VALID_ID.test(given) ? given : randomUUID()
    res.setHeader('X-Request-Id', requestId)
    const start = performance.now()
    const { method, originalUrl } = req
    const logEnd = (message: string) => {
      const level = res.statusCode >= 500 ? 'error' : res.statusCode >= 400 ? 'info' : 'debug'
      if (!log.isLevelEnabled(level)) return
      const ms = Math.round((performance.now() - start) * 10) / 10
      log[level]({ requestId, method, path: pathOf(originalUrl), status: res.statusCode, ms }, message)
    }
    res.on('finish', () => isStream(res) || logEnd('request'))
    res.on('close', () => isStream(res) && logEnd('stream'))
    next()
  }
}

/** The tokens of links and badges are a part of their paths. */
const SECRET = /\/(shared|shared-runs|badges)\/[^/]+/i

function pathOf(url: string): string | undefined {
  return url.split('?', 1)[0]?.replace(SECRET, '/$1/…')
}

function isStream(res: Response): boolean {
  return res.getHeader('content-type') === 'text/event-stream'
}
