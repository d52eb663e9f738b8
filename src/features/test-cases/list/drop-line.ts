import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* Where a dragged case or suite would go: a line above or below a row, or a whole head. */

export type Edge = 'above' | 'below' | 'into'
export type DropLine = { rowId: string; edge: Edge }

const listeners = new Listeners()
let shown: DropLine | null = null

/** The edge of a row that has the line, for its `data-drop` attribute. */
export function useDropEdge(rowId: string): Edge | undefined {
  return useSyncExternalStore(listeners.subscribe, () => (shown?.rowId === rowId ? shown.edge : undefined))
}

export function showDropLine(line: DropLine | null): void {
  if (shown?.rowId === line?.rowId && shown?.edge === line?.edge) return
  shown = line
  listeners.notify()
}
