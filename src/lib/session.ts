import type { User } from '#shared/users/user.ts'
import { createStore, useStore } from './store.ts'

/* The session consists of two keys in localStorage. A stored token means signed in. */

const TOKEN = 'accessToken'
const USER = 'user'
/** Another object after each sign-in and sign-out of this tab. */
const changes = createStore({})

type SessionUser = Pick<User, 'id' | 'name' | 'isAdmin'> & Partial<User>

export const accessToken = () => localStorage.getItem(TOKEN)

export function saveSession(token: string, user: SessionUser): void {
  localStorage.setItem(TOKEN, token)
  localStorage.setItem(USER, JSON.stringify(user))
  for (const key of Object.keys(sessionStorage)) if (!key.endsWith(user.id)) sessionStorage.removeItem(key)
  changes.set({})
}

/** Signs out. A logout also deletes drafts in this tab; a session ended by the server keeps them for the user. */
export function clearSession({ isEndedByServer = false } = {}): void {
  localStorage.removeItem(TOKEN)
  localStorage.removeItem(USER)
  if (!isEndedByServer) sessionStorage.clear()
  changes.set({})
}

export const useIsSignedIn = (): boolean => useAccessToken() !== null

export const useAccessToken = () => useStore({ get: accessToken, subscribe: onSessionChange })

/** The stored user; null when signed out. Updates on sign-in and sign-out, also from other tabs. */
export function useSessionUser(): SessionUser | null {
  return parseUser(useStore({ get: readUser, subscribe: onSessionChange }))
}

/** `useSessionUser` outside React. */
export const storedUser = () => parseUser(readUser())

const readUser = () => (accessToken() ? localStorage.getItem(USER) : null)

function parseUser(stored: string | null): SessionUser | null {
  try {
    return JSON.parse(stored ?? 'null') as SessionUser | null
  } catch {
    return null
  }
}

/** Calls the listener on each sign-in and sign-out, also in other tabs. Returns the unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The storage also contains drafts. The key is null if the whole storage was cleared.
    if (key === null || key === TOKEN || key === USER) listener()
  }
  const unsubscribe = changes.subscribe(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onStorage)
  }
}
