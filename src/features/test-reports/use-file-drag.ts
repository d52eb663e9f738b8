import { type DragEvent, useState } from 'react'
import { hasFiles } from '#src/lib/dragged-files.ts'

/** Tracks files dragged over the element that gets `handlers`. */
export function useFileDrag() {
  const [isOver, setOver] = useState(false)
  const enter = (event: DragEvent) => {
    if (hasFiles(event)) setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  return {
    isOver,
    handlers: { onDragEnter: enter, onDragOver: enter, onDragLeave: leave, onDrop: () => setOver(false) },
  }
}
