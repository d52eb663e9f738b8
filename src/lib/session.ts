import { useSyncExternalStore } from 'react'
import type { User } from '#shared/users/user.ts'
import { Listeners } from './listeners.ts'

/* The session lives in two keys of the browser's storage; a stored token means signed in. */

const TOKEN = 'accessToken'
const USER = 'user'
const listeners = new Listeners()

export type SessionUser = Pick<User, 'id' | 'name' | 'isAdmin'> & Partial<User>

export const accessToken = () => localStorage.getItem(TOKEN)

export function saveSession(token: string, user: SessionUser): void {
  localStorage.setItem(TOKEN, token)
  localStorage.setItem(USER, JSON.stringify(user))
  listeners.announce()
}

export function clearSession(): void {
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(USER)
  listeners.announce()
}

/** A stored token means signed in. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, () => accessToken() !== null)
}

/** The signed-in user as stored, or null; follows sign-in and sign-out, in other tabs too. */
export function useSessionUser(): SessionUser | null {
  const stored = useSyncExternalStore(onSessionChange, () => (accessToken() ? localStorage.getItem(USER) : null))
  return stored === null ? null : parseUser(stored)
}

/** The signed-in user as stored, outside of React. */
export function storedUser(): SessionUser | null {
  const stored = accessToken() ? localStorage.getItem(USER) : null
  return stored === null ? null : parseUser(stored)
}

function parseUser(stored: string): SessionUser | null {
  try {
    return JSON.parse(stored) as SessionUser
  } catch {
    return null
  }
}

/** Calls back at each sign-in and sign-out, in other tabs too; answers how to stop it. */
export function onSessionChange(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    // The storage holds other things too, which change while somebody works; all are gone when there is no key.
    if (key === null || key === TOKEN || key === USER) listener()
  }
  const stop = listeners.subscribe(listener)
  window.addEventListener('storage', hear)
  return () => {
    stop()
    window.removeEventListener('storage', hear)
  }
}
