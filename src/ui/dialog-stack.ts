import { useEffectEvent, useId, useLayoutEffect } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { useHeldKeys } from './held-keys.ts'

/* Which of several open dialogs is above the others. Each would close on Esc by itself, and Esc should close one only. */

type Entry = { id: string; onEscape: (() => void) | null }

const open = createStore<readonly Entry[]>([])

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
    open.set([...open.get(), { id, onEscape: listens ? () => escape() : null }])
    return () => open.set(open.get().filter((entry) => entry.id !== id))
  }, [isOpen, listens, id])
  return useStore(open, (entries) => !entries.some((entry) => entry.id === id) || entries.at(-1)?.id === id)
}

// Registered before that of any dialog: once one has closed, the next would count as the one above.
window.addEventListener(
  'keydown',
  (event) => {
    const { key, isComposing, target } = event
    const top = open.get().at(-1)
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
