import { storedUser } from './session.ts'

/*
 * What this tab keeps over a reload, in sessionStorage. Keys end with the user: a sign-in removes those of others, and a
 * logout all. Without room in the storage, a value lives as long as its page.
 */

const unstored = new Map<string, unknown>()

const keyOf = (name: string) => `${name}:${storedUser()?.id ?? ''}`

/** Returns what was kept under this name; null if nothing was. */
export function readFromTab(name: string): unknown {
  const key = keyOf(name)
  if (unstored.has(key)) return unstored.get(key)
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown
  } catch {
    return null
  }
}

export function keepInTab(name: string, value: object | null): void {
  const key = keyOf(name)
  unstored.delete(key)
  if (value === null) return sessionStorage.removeItem(key)
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    unstored.set(key, value)
  }
}
