import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Services } from '../../context.ts'
import { asStorageFailure } from '../../database/storage-failed.ts'
import { closeIfUnread } from '../../http/connections.ts'
import { errorHeaders } from '../../http/errors.ts'

export function sendRefusal(res: Response, status: number, error: string): void {
  closeIfUnread(res)
  res.status(status).json({ error })
}

/** Callers take 400 for what is wrong with their call, and retry after a 409 forever. */
const AS_BAD_REQUEST = new Set<DomainError['code']>([
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'UNSUPPORTED_MEDIA_TYPE',
])

export function refusalOf(error: DomainError): { status: number; text: string; headers: Record<string, string> } {
  const { code, message } = error
  const status = AS_BAD_REQUEST.has(code) ? 400 : getHTTPStatusCodeFromError(new TRPCError({ code }))
  return { status, text: message, headers: { ...(code === 'TOO_MANY_REQUESTS' && WAIT), ...errorHeaders(error) } }
}

/** Callers read it without a check. */
const WAIT = { 'Retry-After': '5' }

/** Answers errors as callers judge them: by the key `error`. */
export function answerRefusals({ log }: Services) {
  return (error: Error & { status?: number; code?: string }, _req: Request, res: Response, _next: NextFunction) => {
    if (res.headersSent || error.code === 'ECONNRESET') return void res.destroy()
    const failure = asStorageFailure(error)
    const requestId = res.getHeader('X-Request-Id')
    if (failure instanceof DomainError) {
      if (failure !== (error as unknown)) log.error({ err: error, requestId }, 'storage failed')
      const { status, text, headers } = refusalOf(failure)
      res.set(headers)
      return sendRefusal(res, status, text)
    }
    if (error instanceof URIError || (error.status ?? 500) < 500)
      return sendRefusal(res, 400, 'The request is malformed')
    log.error({ err: error, requestId }, 'request failed')
    sendRefusal(res, 500, 'Internal server error')
  }
}
