import { type DragEvent, useState } from 'react'

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

/** The dropped files, without folders, which cannot be uploaded. */
export function droppedFiles({ dataTransfer }: DragEvent): File[] {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file')
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
