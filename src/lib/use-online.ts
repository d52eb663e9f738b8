import { useStore } from './store.ts'

const network = { get: () => navigator.onLine, subscribe }

/** Whether the browser has a network. The server may be unreachable all the same. */
export const useOnline = (): boolean => useStore(network)

function subscribe(listener: () => void): () => void {
  for (const change of ['online', 'offline']) window.addEventListener(change, listener)
  return () => ['online', 'offline'].forEach((change) => window.removeEventListener(change, listener))
}
