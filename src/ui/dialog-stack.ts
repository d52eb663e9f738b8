import { useEffectEvent, useId, useLayoutEffect } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { useHeldKeys } from './held-keys.ts'
import { isComposing } from './is-composing.ts'

/* The order of open dialogs. Each would close itself on Esc, but Esc should close only the topmost. */

type Entry = { id: string; onEscape: (() => void) | null }

const open = createStore<readonly Entry[]>([])

/**
 * Puts an open dialog on top, and calls back on Esc while it is there. Null: the dialog has its own listener. Returns
 * whether no other dialog is above it.
 */
export function useTopDialog(isOpen: boolean, onEscape: (() => void) | null): boolean {
  const escape = useEffectEvent(() => onEscape?.())
  const id = useId()
  const listens = onEscape !== null
  useHeldKeys(isOpen)
  // Before the dialog is painted: it gets keys that are pressed immediately.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    open.set([...open.get(), { id, onEscape: listens ? () => escape() : null }])
    return () => open.set(open.get().filter((entry) => entry.id !== id))
  }, [isOpen, listens, id])
  return useStore(open, (entries) => !entries.some((entry) => entry.id === id) || entries.at(-1)?.id === id)
}

// Registered before the listeners of dialogs: after one has closed, the next would count as topmost.
window.addEventListener(
  'keydown',
  (event) => {
    const { key, target } = event
    const top = open.get().at(-1)
    if (key !== 'Escape' || isComposing(event) || !top) return
    // Mantine's mark of an open list or menu, which closes instead.
    const isTaken = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
    if (isTaken) return
    // The dialog may be gone before the keys of the page are handled, which would close the panel below as well.
    event.preventDefault()
    top.onEscape?.()
  },
  { capture: true },
)
