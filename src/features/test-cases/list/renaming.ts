import { createStore, useStore } from '#src/lib/store.ts'

/* The case or suite whose name is being edited in the list, by id. */

const renamed = createStore<string | null>(null)

export const useIsRenaming = (id: string): boolean => useStore(renamed, (current) => current === id)

export const startRenaming = (id: string): void => renamed.set(id)

export const endRenaming = (): void => renamed.set(null)
