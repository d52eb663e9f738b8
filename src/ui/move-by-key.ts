import type { KeyboardEvent } from 'react'

/** Whether a key is pressed together with another: Alt and ← are the history of the browser. */
export const isCombined = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || shiftKey

/** ↑ ↓ Home End move between the controls of a table that match a selector, one a row. */
export function moveByKey(event: KeyboardEvent<HTMLTableElement>, selector: string): void {
  if (isCombined(event)) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const current = controls.findIndex((control) => control.closest('tr')?.contains(document.activeElement))
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: controls.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  controls[Math.min(controls.length - 1, Math.max(0, next))]?.focus()
}
