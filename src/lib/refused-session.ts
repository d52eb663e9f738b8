import { navigate } from 'wouter/use-browser-location'
import { basePath, openScreen } from './base-path.ts'
import { accessToken, clearSession } from './session.ts'

const EXEMPT_PAGES = /^\/(login|invite)$/

/** The session rule: a 401 to a call that was made with this token signs the user out. */
export function endRefusedSession(token: string | null): void {
  const { path, search } = openScreen()
  if (EXEMPT_PAGES.test(path)) return
  // A late answer to an earlier session says nothing of the present one.
  if (accessToken() !== token) return
  navigate(`${basePath}/login`, { state: { from: path + search } })
  clearSession()
}
