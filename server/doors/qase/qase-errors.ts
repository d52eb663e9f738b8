import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { Response } from 'express'
import type { DomainError } from '#shared/errors.ts'
import type { Services } from '../../context.ts'
import { closeIfUnread } from '../../http/connections.ts'
import { answerError } from '../../http/errors.ts'

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

export const answerQaseError = (services: Services) =>
  answerError(services, {
    refuse: sendRefusal,
    send: (res, status, _code, message) => sendQaseError(res, status, message),
  })
