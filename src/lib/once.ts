const running = new Set<string>()

/**
 * Runs an act, unless one with this key is under way, as after a double click. An act shows its failures itself; after
 * one it can be repeated at once.
 */
export function once(key: string, act: () => Promise<unknown>): void {
  if (running.has(key)) return
  running.add(key)
  const end = () => running.delete(key)
  void act().then(end, end)
}
