import type { RequestHandler } from 'express'
import { sendError } from './errors.ts'
import { refuseMethod } from './methods.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Refuses requests at which tRPC's own handler throws: other methods, such as TRACE, and malformed paths. */
export const refuseForTrpc: RequestHandler = (req, res, next) => {
  if (!METHODS.includes(req.method)) return refuseMethod(req, res, METHODS)
  if (!isWellFormed(req.path)) return sendError(res, 400, 'BAD_REQUEST', 'The path has a malformed percent-encoding')
  next()
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
