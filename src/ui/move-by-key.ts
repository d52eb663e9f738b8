import type { KeyboardEvent } from 'react'

/** ↑ ↓ Home End move between the controls of a table that match a selector, one a row. */
export function moveByKey(event: KeyboardEvent<HTMLTableElement>, selector: string): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const current = controls.findIndex((control) => control.closest('tr')?.contains(document.activeElement))
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: controls.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  controls[Math.min(controls.length - 1, Math.max(0, next))]?.focus()
}
