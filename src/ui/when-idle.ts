import { useEffect } from 'react'

/** The pause before a page counts as idle, in ms: its own requests come first. */
const QUIET_MS = 4_000

/** Loads code that a page may need later, once it is idle. A failure is left to the load that needs it. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => requestIdle(() => void load().catch(() => undefined)), QUIET_MS)
    return () => clearTimeout(timer)
    // Code is loaded once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** Safari has no `requestIdleCallback`. */
const requestIdle = (run: () => void) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else run()
}
