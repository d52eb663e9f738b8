import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { navigate } from 'wouter/use-browser-location'
import type { AppRouter } from '../../server/router.ts'
import { basePath, openScreen } from './base-path.ts'
import { codeOf } from './errors.ts'
import { accessToken, clearSession } from './session.ts'

const EXEMPT_PROCEDURES = /^(auth\.signIn|auth\.signUp|invites\..+)$/
const EXEMPT_PAGES = /^\/(login|invite)$/

/** The session rule: a 401 to a call made with this token signs the user out. */
export function endRefusedSession(token: string | null): void {
  const { path, search } = openScreen()
  // A late 401 to an earlier session does not concern the present one.
  if (EXEMPT_PAGES.test(path) || accessToken() !== token) return
  navigate(`${basePath}/login`, { state: { from: path + search } })
  clearSession()
}

/** Applies the session rule to every call, and passes the error on. */
export const sessionRule: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const token = accessToken()
    const onError = (error: unknown) => {
      if (codeOf(error) === 'UNAUTHORIZED' && !EXEMPT_PROCEDURES.test(op.path)) endRefusedSession(token)
    }
    return next(op).pipe(tap({ error: onError }))
  }
