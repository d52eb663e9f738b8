import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { Response } from 'express'
import type { DomainError } from '#shared/errors.ts'
import type { Services } from '../../context.ts'
import { closeIfUnread } from '../../http/connections.ts'
import { answerError, errorHeaders } from '../../http/errors.ts'

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
export const answerRefusals = (services: Services) =>
  answerError(services, {
    refuse: (res, error) => {
      const { status, text, headers } = refusalOf(error)
      res.set(headers)
      sendRefusal(res, status, text)
    },
    send: (res, status, _code, message) => sendRefusal(res, status, message),
  })
