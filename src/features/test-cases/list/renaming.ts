import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* The case or suite whose name is being edited in the list, by id. */

const listeners = new Listeners()
let renamed: string | null = null

export function useIsRenaming(id: string): boolean {
  return useSyncExternalStore(listeners.subscribe, () => renamed === id)
}

export function startRenaming(id: string): void {
  renamed = id
  listeners.notify()
}

export function endRenaming(): void {
  renamed = null
  listeners.notify()
}
