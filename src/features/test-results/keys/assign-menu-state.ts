import { createStore, useStore } from '#src/lib/store.ts'

/* Where the menu of assignees is open: beside an element. */

const anchor = createStore<DOMRect | null>(null)

export const useAssignMenu = (): DOMRect | null => useStore(anchor)

export const openAssignMenu = (at: Element | undefined): void => anchor.set(at?.getBoundingClientRect() ?? null)

export const closeAssignMenu = (): void => anchor.set(null)
