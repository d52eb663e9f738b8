import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* Where the menu of assignees is open: beside an element. */

const listeners = new Listeners()
let anchor: DOMRect | null = null

export function useAssignMenu(): DOMRect | null {
  return useSyncExternalStore(listeners.subscribe, () => anchor)
}

export function openAssignMenu(at: Element | undefined): void {
  anchor = at?.getBoundingClientRect() ?? null
  listeners.notify()
}

export function closeAssignMenu(): void {
  anchor = null
  listeners.notify()
}
