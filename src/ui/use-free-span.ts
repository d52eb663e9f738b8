import { useLayoutEffect, useRef, useState } from 'react'
import { freeSpan } from './free-span.ts'

/** Fields that a toast must not cover. The page scrolls below the strip, so a field may be behind it. */
const FIELDS = 'input:not([type=file]), textarea, select, [contenteditable=true]'
const MOVES = ['focusin', 'scroll', 'resize', 'transitionend'] as const

/** The part of the strip in which toasts cover neither a field nor the aside, as distances from the strip's edges. */
export function useFreeSpan(isUsed: boolean) {
  const strip = useRef<HTMLElement>(null)
  const aside = useRef<HTMLDivElement>(null)
  const [span, setSpan] = useState({ left: 0, right: 0 })
  useLayoutEffect(() => {
    const element = strip.current
    if (!isUsed || !element) return undefined
    const measure = () => {
      const box = element.getBoundingClientRect()
      const boxes = [...document.querySelectorAll(FIELDS)].map(boxOf)
      const { left, right } = freeSpan(box, aside.current ? [...boxes, aside.current.getBoundingClientRect()] : boxes)
      const next = { left: left - box.left, right: box.right - right }
      setSpan((present) => (present.left === next.left && present.right === next.right ? present : next))
    }
    measure()
    const resized = new ResizeObserver(measure)
    if (aside.current) resized.observe(aside.current)
    resized.observe(document.body)
    for (const event of MOVES) window.addEventListener(event, measure, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      for (const event of MOVES) window.removeEventListener(event, measure, { capture: true })
    }
  }, [isUsed])
  return { strip, aside, span }
}

/** The box of a field. The input of a switch or checkbox is invisible, so its label counts. */
function boxOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect()
  return box.width > 1 ? box : (element.closest('label') ?? element.parentElement ?? element).getBoundingClientRect()
}
