import { useSyncExternalStore } from 'react'
import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { Listeners } from '#src/lib/listeners.ts'

/* Which kinds of changes are folded. Kept per browser. */

const KEY = 'foldedChanges'
const listeners = new Listeners()

const read = () => localStorage.getItem(KEY) ?? ''
const kindsIn = (text: string) => text.split(' ').filter(Boolean)

export function useFoldedKinds(): ReadonlySet<string> {
  return new Set(kindsIn(useSyncExternalStore(listeners.subscribe, read)))
}

export function foldKind(kind: ChangeKind, isFolded: boolean): void {
  const others = kindsIn(read()).filter((other) => other !== kind)
  localStorage.setItem(KEY, [...others, ...(isFolded ? [kind] : [])].join(' '))
  listeners.notify()
}
