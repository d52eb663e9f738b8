import { useEffect, useEffectEvent } from 'react'
import { rowElement } from '../../keys/cursor.ts'
import { type Dragged, type DropRow, registerRow } from './drag.ts'
import { useDropEdge } from './drop-line.ts'

type Props = DropRow & { row: number; dragged: () => { what: Dragged; label: string } | null }

/** Makes the element of a row draggable. Returns its attribute for the drop line. */
export function useDraggableRow({ row, rowId, suiteId, position, isOpen, dragged }: Props) {
  const edge = useDropEdge(rowId)
  const read = useEffectEvent(dragged)
  useEffect(() => {
    const element = rowElement(row)
    if (!element) return undefined
    const place = { rowId, suiteId, position, ...(isOpen !== undefined && { isOpen }) }
    return registerRow({ element, row: place, dragged: () => read() })
  }, [row, rowId, suiteId, position, isOpen])
  return { 'data-drop': edge }
}
