import { type DragEvent, useEffect, useState } from 'react'

/** Files that are dragged over an element: spread `handlers` on it. */
export function useFileDrag() {
  const [isOver, setOver] = useState(false)
  useEffect(keepPageOnDrop, [])
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

/** The files of a drop, without folders, which cannot be sent. */
export function droppedFiles({ dataTransfer }: DragEvent): File[] {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file')
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
}

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  Boolean(dataTransfer?.types.includes('Files'))

/** A file that misses its place would be opened by the browser instead of the app. */
function keepPageOnDrop(): () => void {
  const keep = (event: globalThis.DragEvent) => {
    if (hasFiles(event)) event.preventDefault()
  }
  window.addEventListener('dragover', keep)
  window.addEventListener('drop', keep)
  return () => {
    window.removeEventListener('dragover', keep)
    window.removeEventListener('drop', keep)
  }
}
