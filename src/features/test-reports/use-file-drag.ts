import { type DragEvent, useEffect, useState } from 'react'

/** Tracks files dragged over the element that gets `handlers`. */
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

/** The dropped files, without folders, which cannot be uploaded. */
export function droppedFiles({ dataTransfer }: DragEvent): File[] {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file')
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
}

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  Boolean(dataTransfer?.types.includes('Files'))

/** Stops the browser from opening a file that is dropped outside the targets. */
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
