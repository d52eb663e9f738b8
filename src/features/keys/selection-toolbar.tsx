import type { KeyboardEvent, ReactNode } from 'react'
import { formatNumber } from '#src/lib/format.ts'
import { isCombined } from '#src/ui/move-by-key.ts'
import classes from './selection-toolbar.module.css'

/** The number of selected rows, and their actions. It covers the bar of the list, so that no row moves. */
export function SelectionToolbar({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div role="toolbar" tabIndex={-1} aria-label="Selection" className={classes.bar} onKeyDown={moveFocus}>
      <span className={classes.count}>{formatNumber(count)} selected</span>
      {children}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || isCombined(event) || event.target instanceof HTMLInputElement) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]
  next?.focus()
  event.preventDefault()
}
