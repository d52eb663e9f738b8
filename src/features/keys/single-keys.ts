import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* Whether single keys act. Kept per browser. */

const KEY = 'singleKeysOff'
const listeners = new Listeners()

export const areSingleKeysOn = () => localStorage.getItem(KEY) === null

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listeners.subscribe, areSingleKeysOn)
}

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'true')
  listeners.notify()
}

window.addEventListener('storage', () => listeners.notify())
