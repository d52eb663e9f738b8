import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { navigate } from 'wouter/use-browser-location'
import { SET_UP_FACTOR_FIRST } from '#shared/auth/refusals.ts'
import type { AppRouter } from '../../server/router.ts'
import { basePath, openScreen } from './base-path.ts'
import { codeOf, messageOf } from './errors.ts'
import { accessToken, clearSession, saveSession, storedUser } from './session.ts'

const EXEMPT_PROCEDURES = /^(auth\.signIn\w*|auth\.signUp|invites\.(create|validate|accept))$/
const EXEMPT_PAGES = /^\/(login|invite)$/

export const UNAUTHORIZED = 401

/** The session rule: a 401 to a call with this token signs the user out. */
export function endRefusedSession(token: string | null): void {
  const { path, search } = openScreen()
  // A late 401 to an earlier session does not concern the present one.
  if (EXEMPT_PAGES.test(path) || accessToken() !== token) return
  navigate(`${basePath}/login`, { replace: true, state: { from: path + search } })
  clearSession({ isEndedByServer: true })
}

/** Administrators may require a second factor at any time: the routes then lead to its setup. */
function demandFactor(token: string | null): void {
  const user = storedUser()
  if (user && token !== null && accessToken() === token && !user.mustSetUpFactor)
    saveSession(token, { ...user, mustSetUpFactor: true })
}

const writes = new Set<Promise<unknown>>()

function keepUntilSettled(write: Promise<unknown>): void {
  const forget = () => void writes.delete(write)
  writes.add(write)
  write.then(forget, forget)
}

/** Resolves when all writes in progress are answered. */
export const pendingWrites = (): Promise<unknown> => Promise.allSettled(writes)

/** `fetch` with the session rule. The status decides, not the body: a proxy may answer 401 with a page or nothing. */
export async function sessionFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const token = accessToken()
  const answer = fetch(url, init)
  if (init?.method === 'POST') keepUntilSettled(answer)
  const response = await answer
  if (response.status === UNAUTHORIZED && !isExempt(url)) endRefusedSession(token)
  return response
}

/** Whether all procedures of a batch are exempt. */
function isExempt(url: string | URL): boolean {
  const [, procedures = ''] = new URL(url, location.href).pathname.split('/trpc/')
  return procedures.split(',').every((path) => EXEMPT_PROCEDURES.test(path))
}

/** Applies the session rule to each call of a batch whose answers differ (HTTP 207), and passes the error on. */
export const sessionRule: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const token = accessToken()
    const onError = (error: unknown) => {
      if (codeOf(error) === 'UNAUTHORIZED' && !EXEMPT_PROCEDURES.test(op.path)) endRefusedSession(token)
      if (messageOf(error, '') === SET_UP_FACTOR_FIRST) demandFactor(token)
    }
    return next(op).pipe(tap({ error: onError }))
  }
