import { useEffect } from 'react'
import { offered } from './acts.ts'
import { actsOf, entryOf, isPrefix, isSingle, type Key } from './key-map.ts'
import { isSuspended, isUsedBy } from './key-owner.ts'
import { readKey } from './read-key.ts'
import { areSingleKeysOn } from './single-keys.ts'

/** How long to wait for the second of two keys. */
const PREFIX_MS = 1_500

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

const isMac = navigator.platform.startsWith('Mac')

/** The first of two keys, and when it expires. */
let prefix: { key: Key; until: number } | null = null

/** Runs the act of each key. Handlers of controls run first: they prevent the default. */
export function useKeyHandler(): void {
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
