import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { droppedFiles, hasFiles } from '#src/lib/dragged-files.ts'

type Drop<E> = {
  zone: RefObject<E | null>
  isDragged: boolean
  isOver: boolean
}

/** Accepts files dropped on an element, which scrolls into view while files are dragged over the page. */
export function useFileDrop<E extends HTMLElement>(isEnabled: boolean, onFiles: (files: File[]) => void): Drop<E> {
  const zone = useRef<E>(null)
  const [isDragged, setDragged] = useState(false)
  const [isOver, setOver] = useState(false)
  const isInZone = (event: DragEvent) => event.target instanceof Node && Boolean(zone.current?.contains(event.target))
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return
    if (!isDragged) zone.current?.scrollIntoView({ block: 'nearest' })
    setDragged(true)
    setOver(isInZone(event))
    if (isInZone(event)) event.preventDefault()
  })
  const end = () => {
    setDragged(false)
    setOver(false)
  }
  const leave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) end()
  })
  const drop = useEffectEvent((event: DragEvent) => {
    end()
    if (!hasFiles(event) || !isInZone(event)) return
    event.preventDefault()
    const files = droppedFiles(event)
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    if (!isEnabled) return undefined
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => stop.abort()
  }, [isEnabled])
  return { zone, isDragged, isOver }
}
