import { createStore, useStore } from '#src/lib/store.ts'
import { cursorRow } from './cursor.ts'
import { type ShownList, shownList } from './shown-list.ts'

/* The selected rows of the list by id: they stay selected when the list is filtered or rows are added. */

const selected = createStore<ReadonlySet<string>>(new Set())
/** Where a range starts, and the selection before it: a range that shrinks restores it. */
let anchor: { id: string; before: ReadonlySet<string> } | null = null

export const selectedIds = (): readonly string[] => [...selected.get()]

export const useIsSelected = (id: string): boolean => useStore(selected, (ids) => ids.has(id))

export const useSelectedCount = (): number => useStore(selected, (ids) => ids.size)

export function toggle(id: string): void {
  const before = new Set(selected.get())
  const next = new Set(selected.get())
  if (!next.delete(id)) next.add(id)
  anchor = { id, before }
  selected.set(next)
}

export async function selectTo(row: number): Promise<void> {
  const list = shownList()
  const start = (anchor && list.rowOf(anchor.id)) ?? cursorRow() ?? row
  if (!anchor) {
    const first = await list.loadItem(start)
    if (!first) return
    anchor = { id: first.id, before: new Set(selected.get()) }
  }
  const { before } = anchor
  const [from, to] = [Math.min(start, row), Math.max(start, row)]
  // Loaded rows synchronously: at key-repeat speed, an earlier range must not finish after a later one.
  const ids = loadedBetween(list, from, to) ?? (await list.idsBetween(from, to))
  selected.set(new Set([...before, ...ids]))
}

function loadedBetween({ itemAt }: ShownList, from: number, to: number): string[] | undefined {
  const ids: string[] = []
  for (let row = from; row <= to; row += 1) {
    const item = itemAt(row)
    if (!item) return undefined
    if (!item.isHead) ids.push(item.id)
  }
  return ids
}

export async function selectAll(): Promise<void> {
  const list = shownList()
  const ids = await (list.allIds?.() ?? list.idsBetween(0, list.rows - 1))
  anchor = null
  selected.set(new Set(ids))
}

/** For a row whose id changes when the server has stored it. */
export function replaceSelected(from: string, to: string): void {
  if (anchor?.id === from) anchor = { ...anchor, id: to }
  if (selected.get().has(from)) selected.set(new Set([...selected.get()].map((id) => (id === from ? to : id))))
}

/** For a row that is deleted. */
export function deselect(id: string): void {
  if (selected.get().has(id)) selected.set(new Set([...selected.get()].filter((other) => other !== id)))
}

export function clearSelection(): void {
  anchor = null
  if (selected.get().size > 0) selected.set(new Set())
}
