import type { Db } from './databases.ts'

/**
 * A look-up that runs for every call, shared by calls of one moment: it begins at the end of their turn of the event
 * loop, so it sees all that was committed before each of them. Callers must not change what they share.
 */
export function sharedLookup<I, R>(
  keyOf: (input: I) => string,
  find: (db: Db, input: I) => Promise<R>,
): (db: Db, input: I) => Promise<R> {
  const waiting = new WeakMap<Db, Map<string, Promise<R>>>()
  return (db, input) => {
    const lookups = waiting.get(db) ?? new Map<string, Promise<R>>()
    waiting.set(db, lookups)
    const key = keyOf(input)
    const begun = lookups.get(key)
    if (begun) return begun
    const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
      lookups.delete(key)
      return find(db, input)
    })
    lookups.set(key, found)
    return found
  }
}
