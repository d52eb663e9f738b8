import { navigate } from 'wouter/use-browser-location'
import { accessToken, clearSession } from './session.ts'

const EXEMPT_PAGES = /^\/(login|invite)$/

/** The session rule: a 401 to a call that was made with this token signs the user out. */
export function endRefusedSession(token: string | null): void {
  if (EXEMPT_PAGES.test(location.pathname)) return
  // A late answer to an earlier session says nothing of the present one.
  if (accessToken() !== token) return
  navigate('/login', { state: { from: location.pathname + location.search } })
  clearSession()
}
