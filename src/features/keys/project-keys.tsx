import { useEffect, useState } from 'react'
import { OVERLAY, TEXT } from '#src/ui/held-keys.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { offered, useActs } from './acts.ts'
import { actsOf, entryOf, isPrefix, isSingle, type Key } from './key-map.ts'
import { isMac, readKey } from './read-key.ts'
import { areSingleKeysOn } from './single-keys.ts'

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'))

type Props = { onShowTab: (tab: 'suites' | 'runs' | 'quality' | 'members') => void; onShowAllRuns: () => void }

export function ProjectKeys({ onShowTab, onShowAllRuns }: Props) {
  const [isListOpen, setListOpen] = useState(false)
  useKeyHandler()
  useActs({
    goSuites: () => onShowTab('suites'),
    goRuns: () => onShowTab('runs'),
    goAllRuns: onShowAllRuns,
    goQuality: () => onShowTab('quality'),
    goMembers: () => onShowTab('members'),
    shortcuts: () => setListOpen(true),
  })
  return <ShortcutsDialog isOpen={isListOpen} onClose={() => setListOpen(false)} />
}

/** How long to wait for the second of two keys. */
const PREFIX_MS = 1_500

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** The first of two keys, and when it expires. */
let prefix: { key: Key; until: number } | null = null

/** Runs the act of each key. Handlers of controls run first: they prevent the default. */
function useKeyHandler(): void {
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function handleKey(event: KeyboardEvent): void {
  const { target, timeStamp } = event
  // Modifiers are pressed on the way to another key.
  if (MODIFIERS.has(event.key)) return
  if (event.defaultPrevented || !(target instanceof Element) || isSuspended(target)) return
  const pressed = readKey(event, isMac)
  if (pressed === null || isUsedBy(target, pressed) || (isSingle(pressed) && !areSingleKeysOn())) return
  const isSecond = prefix !== null && timeStamp <= prefix.until
  const key = isSecond && prefix ? `${prefix.key} ${pressed}` : pressed
  prefix = null
  if (isPrefix(key)) {
    prefix = { key, until: timeStamp + PREFIX_MS }
    return
  }
  const act = actsOf(key).find(offered)
  const run = act && offered(act)
  if (!act || !run) return
  event.preventDefault()
  if (!event.repeat || entryOf(act).repeats) run(key)
}

/* Keys that belong to the focused element rather than to the screen. */

const OPEN_MENU = '[aria-haspopup="menu"][aria-expanded="true"], [aria-haspopup="listbox"][aria-expanded="true"]'
const PRESSED = 'a[href], button, summary, input, [role="button"], [role="tab"], [role="option"]'
const MOVED = '[role="tab"], [role="radio"], [role="slider"], [role="separator"], [type="radio"], [type="range"]'

/** Whether the user is typing, or has a dialog, a menu or a list of options open. */
function isSuspended(target: Element): boolean {
  return target.closest(`${TEXT}, ${OVERLAY}`) !== null || document.querySelector(`#root[inert], ${OPEN_MENU}`) !== null
}

/** Whether the focused control uses the key itself: Enter presses a button, arrows move a slider. */
function isUsedBy(target: Element, key: Key): boolean {
  if (key === 'Enter') return target.closest(PRESSED) !== null
  return /Arrow|Home|End/.test(key) && target.closest(MOVED) !== null
}
