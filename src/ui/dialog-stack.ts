import { useEffect, useState, useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* Which of several dialogs is above the others. Each listens to keys by itself, and Esc should close one only. */

const listeners = new Listeners()
let open: readonly object[] = []

function set(next: readonly object[]): void {
  open = next
  listeners.notify()
}

/** Whether no dialog has opened since this one. */
export function useIsTopDialog(isOpen: boolean): boolean {
  const [dialog] = useState(() => ({}))
  useEffect(() => {
    if (!isOpen) return undefined
    set([...open, dialog])
    return () => set(open.filter((each) => each !== dialog))
  }, [isOpen, dialog])
  return useSyncExternalStore(listeners.subscribe, () => !open.includes(dialog) || open.at(-1) === dialog)
}
