import { createStore, useStore } from '#src/lib/store.ts'

/*
 * Names that are being edited in the list, by the id of their case or suite. Module state: the row of a name may move
 * or scroll away, and a refusal may arrive after that.
 */

/** What is renamed, as it was when the edit began. Suites have no revision. */
export type Renamed = { id: string; name: string; revision?: number }

type Edit = Readonly<{ base: Renamed; text: string; problem: string | null }>

const edits = createStore<ReadonlyMap<string, Edit>>(new Map())
/** The name that has the focus. A refused one is open without it. */
const focused = createStore<string | null>(null)

export const useEditedName = (id: string): Edit | undefined => useStore(edits, (all) => all.get(id))

export const focusedName = focused.get

export const useIsFocusedName = (id: string): boolean => useStore(focused, (current) => current === id)

export function startRenaming(base: Renamed): void {
  if (!isRenaming(base.id)) setEdit({ base, text: base.name, problem: null })
  focused.set(base.id)
}

export const isRenaming = (id: string): boolean => edits.get().has(id)

export function typeName(base: Renamed, text: string): void {
  setEdit({ base, text, problem: null })
}

/** Keeps a name that cannot be saved open, or opens it again, unless somebody edits it once more. */
export function refuseName(base: Renamed, text: string, problem: string): void {
  const edit = edits.get().get(base.id)
  if (!edit || edit.text === text) setEdit({ base, text, problem })
}

export const leaveName = (): void => focused.set(null)

export function endRenaming(id: string): void {
  const rest = new Map(edits.get())
  rest.delete(id)
  edits.set(rest)
  if (focused.get() === id) focused.set(null)
}

const setEdit = (edit: Edit) => edits.set(new Map(edits.get()).set(edit.base.id, edit))
