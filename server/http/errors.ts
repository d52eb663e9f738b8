import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { NextFunction, Request, Response } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Context, Services } from '../context.ts'
import { closeIfUnread } from './connections.ts'
import { asStorageFailure, StorageFailed } from '../database/storage-failed.ts'

/** The part of an error that callers see. The message of an unexpected error goes only to the log. */
export function publicError({ code, message, cause }: TRPCError) {
  const { issues, current, secondFactor, shownCode } = cause instanceof DomainError ? cause : {}
  const shown = code === 'INTERNAL_SERVER_ERROR' ? 'Internal server error' : message
  return { message: shown, code: shownCode ?? code, issues, current, secondFactor }
}

export function errorHeaders(error: unknown): Record<string, string> {
  if (!(error instanceof DomainError)) return {}
  const { code, retryAfterSeconds } = error
  return {
    ...(code === 'UNAUTHORIZED' && { 'WWW-Authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
  }
}

export function logUnexpected({ log }: Services, error: TRPCError, path?: string, ctx?: Context): void {
  if (error.code !== 'INTERNAL_SERVER_ERROR') return
  log.error({ err: error.cause ?? error, procedure: path, requestId: ctx?.request.id }, 'procedure failed')
}

export function sendDomainError(res: Response, error: DomainError): void {
  closeIfUnread(res)
  const { code, message, issues } = error
  res.set(errorHeaders(error))
  res.status(getHTTPStatusCodeFromError(new TRPCError({ code }))).json({ message, code, issues })
}

export function sendError(res: Response, status: number, code: string, message: string): void {
  closeIfUnread(res)
  res.status(status).json({ message, code })
}

const NO_SUCH_ADDRESS = 'No such address'

export function sendNoSuchAddress(res: Response): void {
  sendError(res, 404, 'NOT_FOUND', NO_SUCH_ADDRESS)
}

/** Codes of a lost connection: nobody is left to answer. */
const LOST = new Set<unknown>(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

type HttpError = Error & { status?: number; code?: unknown }

/** How errors are sent: in our form, or in that of another API. */
type Sending = {
  refuse: (res: Response, error: DomainError) => void
  send: (res: Response, status: number, code: string, message: string) => void
}

/** Answers errors of Express and its middlewares, such as a path that cannot be decoded, and of plain routes. */
export function answerError(
  { log }: Pick<Services, 'log'>,
  { refuse, send }: Sending = { refuse: sendDomainError, send: sendError },
) {
  return (error: HttpError, req: Request, res: Response, _next: NextFunction) => {
    // A truncated file must not look complete.
    if (res.headersSent || res.destroyed || LOST.has(error.code)) return void res.destroy()
    const failure = asStorageFailure(error)
    if (failure instanceof StorageFailed)
      log.error({ err: error, requestId: res.getHeader('X-Request-Id') }, 'storage failed')
    if (failure instanceof DomainError) return refuse(res, failure)
    const { status = error instanceof URIError ? 400 : 500 } = error
    if (status === 404) return send(res, 404, 'NOT_FOUND', NO_SUCH_ADDRESS)
    if (status < 500) return send(res, 400, 'BAD_REQUEST', 'The request is malformed')
    log.error({ err: error, requestId: res.getHeader('X-Request-Id'), method: req.method }, 'request failed')
    send(res, 500, 'INTERNAL_SERVER_ERROR', 'Internal server error')
  }
}
