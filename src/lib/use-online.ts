import { useSyncExternalStore } from 'react'

const CHANGES = ['online', 'offline']

/** Whether the browser has a network. The server may be unreachable all the same. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  for (const change of CHANGES) window.addEventListener(change, listener)
  return () => CHANGES.forEach((change) => window.removeEventListener(change, listener))
}
