import { createStore, useStore } from '#src/lib/store.ts'

/* Which dialog of imports is open. Any part of a project's page opens them. */

type Dialog = 'import' | 'list'

const open = createStore<Dialog | null>(null)

export const useOpenDialog = () => useStore(open)

export const openImport = () => open.set('import')
export const openImportList = () => open.set('list')
export const closeImports = () => open.set(null)

export const isImportOpen = () => open.get() === 'import'
