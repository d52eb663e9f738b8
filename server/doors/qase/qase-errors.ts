import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Services } from '../../context.ts'
import { asStorageFailure } from '../../database/storage-failed.ts'
import { closeIfUnread } from '../../http/connections.ts'

export function sendQaseError(res: Response, status: number, errorMessage: string): void {
  closeIfUnread(res)
  res.status(status).json({ status: false, errorMessage })
}

/** The reporters print the message of a 400, and not that of a 409. */
function sendRefusal(res: Response, { code, message, issues, retryAfterSeconds }: DomainError): void {
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
  const status = code === 'CONFLICT' ? 400 : getHTTPStatusCodeFromError(new TRPCError({ code }))
  const path = issues?.[0]?.path.join('.')
  sendQaseError(res, status, path && !message.includes(path) ? `${path}: ${message}` : message)
}

export function answerQaseError({ log }: Services) {
  return (error: Error & { status?: number; code?: string }, _req: Request, res: Response, _next: NextFunction) => {
    if (res.headersSent || error.code === 'ECONNRESET') return void res.destroy()
    const failure = asStorageFailure(error)
    const requestId = res.getHeader('X-Request-Id')
    if (failure instanceof DomainError) {
      if (failure !== (error as unknown)) log.error({ err: error, requestId }, 'storage failed')
      return sendRefusal(res, failure)
    }
    const { status = 500 } = error
    if (status < 500) return sendQaseError(res, 400, 'The request is malformed')
    log.error({ err: error, requestId }, 'request failed')
    sendQaseError(res, 500, 'Internal server error')
  }
}
