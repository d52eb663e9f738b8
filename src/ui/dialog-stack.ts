import { useEffectEvent, useId, useLayoutEffect, useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'
import { useHeldKeys } from './held-keys.ts'

/* Which of several open dialogs is above the others. Each would close on Esc by itself, and Esc should close one only. */

type Entry = { id: string; onEscape: (() => void) | null }

const listeners = new Listeners()
let open: readonly Entry[] = []

function set(next: readonly Entry[]): void {
  open = next
  listeners.notify()
}

/**
 * Puts an open dialog above the others, and calls back on Esc while it is there. Null: the dialog listens by itself.
 * Returns whether no other has opened since.
 */
export function useTopDialog(isOpen: boolean, onEscape: (() => void) | null): boolean {
  const escape = useEffectEvent(() => onEscape?.())
  const id = useId()
  const listens = onEscape !== null
  useHeldKeys(isOpen)
  // Before the dialog is painted: a key that is pressed at once is for it.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    set([...open, { id, onEscape: listens ? () => escape() : null }])
    return () => set(open.filter((entry) => entry.id !== id))
  }, [isOpen, listens, id])
  return useSyncExternalStore(
    listeners.subscribe,
    () => !open.some((entry) => entry.id === id) || open.at(-1)?.id === id,
  )
}

// Registered before that of any dialog: once one has closed, the next would count as the one above.
window.addEventListener(
  'keydown',
  (event) => {
    const { key, isComposing, target } = event
    const top = open.at(-1)
    if (key !== 'Escape' || isComposing || !top) return
    // Mantine's mark of an open list or menu, which closes instead.
    const isTaken = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
    if (isTaken) return
    // The dialog may be gone before the keys of the page are asked: they would close the panel below it, too.
    event.preventDefault()
    top.onEscape?.()
  },
  { capture: true },
)
