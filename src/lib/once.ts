import { useRef } from 'react'

/**
 * Runs acts, but none again that is on its way, as after a double click. `key` names what an act is about. An act shows
 * its failures itself; after one it can be repeated at once.
 */
export function useOnce(): (key: string, act: () => Promise<unknown>) => void {
  const running = useRef(new Set<string>())
  return (key, act) => {
    if (running.current.has(key)) return
    running.current.add(key)
    const end = () => running.current.delete(key)
    void act().then(end, end)
  }
}
