import { useSyncExternalStore } from 'react'

/** State outside React. `get` returns the same object until a change. */
export type Readable<T> = { get: () => T; subscribe: (listener: () => void) => () => void }

export type Store<T> = Readable<T> & { set: (value: T) => void }

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A text stored per browser. Null: none. */
export function storedText(key: string): Store<string | null> {
  const { get, set, subscribe } = createStore(localStorage.getItem(key))
  window.addEventListener('storage', () => set(localStorage.getItem(key)))
  return {
    get,
    set: (text) => {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      set(text)
    },
    subscribe,
  }
}

/** The value, or the selected part of it. Re-renders only when that part changes. */
export function useStore<T>(store: Readable<T>): T
export function useStore<T, S>(store: Readable<T>, select: (value: T) => S): S
export function useStore<T, S>(store: Readable<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
