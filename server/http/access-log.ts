import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'

const GIVEN_ID = /^[\w.-]{1,100}$/

/**
 * Gives each request an id, taken from `X-Request-Id` when a proxy has set one, and logs how it ended: server
 * errors as errors, refusals as info, the rest as debug; a stream when it ends, however it does. Neither query
 * strings nor headers nor bodies are logged: they may hold tokens and passwords.
 */
export function accessLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id')
    const requestId = given && GIVEN_ID.test(given) ? given : randomUUID()
    res.setHeader('X-Request-Id', requestId)
    const start = performance.now()
    const { method, originalUrl } = req
    const logEnd = (message: string) => {
      const level = res.statusCode >= 500 ? 'error' : res.statusCode >= 400 ? 'info' : 'debug'
      if (!log.isLevelEnabled(level)) return
      const ms = Math.round((performance.now() - start) * 10) / 10
      log[level]({ requestId, method, path: originalUrl.split('?', 1)[0], status: res.statusCode, ms }, message)
    }
    res.on('finish', () => isStream(res) || logEnd('request'))
    res.on('close', () => isStream(res) && logEnd('stream'))
    next()
  }
}

function isStream(res: Response): boolean {
  return res.getHeader('content-type') === 'text/event-stream'
}
