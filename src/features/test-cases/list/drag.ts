import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types'
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type Edge, showDropLine } from './drop-line.ts'
import classes from './drag.module.css'

/* Cases and suites can be dragged by the mouse. The keys and the Move button do the same. */

export type Dragged = { kind: 'cases'; ids: readonly string[] } | { kind: 'suite'; id: string }

/** A drop target: a case at a 0-based position, the line for a new case, or a head. */
export type DropRow = { rowId: string; suiteId: string; position: number | null; isOpen?: boolean }

type DropData = DropRow & { edge: Edge }

type Row = {
  element: HTMLElement
  row: DropRow
  /** The dragged items of this row; null while it cannot be dragged. */
  dragged?: () => { what: Dragged; label: string } | null
}

/** Registers a row as draggable and as a drop target. Returns the function that unregisters it. */
export function registerRow({ element, row, dragged }: Row): () => void {
  const target = dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data['kind'] === 'cases' || row.position === null,
    getData: ({ input, source }) => ({ ...row, edge: edgeOf(element, row, source.data as Dragged, input.clientY) }),
  })
  if (!dragged) return target
  return combine(
    target,
    draggable({
      element,
      canDrag: () => dragged() !== null,
      getInitialData: () => ({ ...dragged()?.what }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => {
            const preview = document.createElement('div')
            preview.className = `one-line ${classes.preview}`
            preview.textContent = dragged()?.label ?? ''
            container.append(preview)
          },
        }),
    }),
  )
}

export function watchDrags(onDrop: (dragged: Dragged, on: DropData) => void): () => void {
  const show = ({ location }: { location: DragLocationHistory }) => showDropLine(targetOf(location))
  return combine(
    autoScrollWindowForElements(),
    monitorForElements({
      onDrag: show,
      // Without a further move of the mouse, no `onDrag` follows.
      onDropTargetChange: show,
      onDrop: ({ location, source }) => {
        showDropLine(null)
        const on = targetOf(location)
        if (on) onDrop(source.data as Dragged, on)
      },
    }),
  )
}

const targetOf = ({ current }: DragLocationHistory): DropData | null =>
  (current.dropTargets[0]?.data as DropData | undefined) ?? null

/** Cases are dropped at the upper or lower edge of a case, at the start of an open suite, or into a closed one. */
function edgeOf(element: HTMLElement, { position, isOpen }: DropRow, dragged: Dragged, y: number): Edge {
  if (dragged.kind === 'cases' && position === null) return isOpen ? 'below' : 'into'
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'above' : 'below'
}
