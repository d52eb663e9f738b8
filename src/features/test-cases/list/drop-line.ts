import { createStore, useStore } from '#src/lib/store.ts'

/* Where a dragged case or suite would be inserted: a line above or below a row, or a whole head. */

export type Edge = 'above' | 'below' | 'into'
export type DropLine = { rowId: string; edge: Edge }

const shown = createStore<DropLine | null>(null)

/** The edge of a row with the line, for its `data-drop` attribute. */
export function useDropEdge(rowId: string): Edge | undefined {
  return useStore(shown, (line) => (line?.rowId === rowId ? line.edge : undefined))
}

export const showDropLine = (line: DropLine | null): void => shown.set(line)
