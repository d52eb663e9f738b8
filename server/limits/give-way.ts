/** The maximum time for which a slice of work blocks other calls. */
const SLICE_MS = 5

const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Lets all other calls run before the work continues. One piece of yielding work runs per turn of the event loop,
 * oldest first, so that other calls wait for one slice at most.
 */
export function giveWay(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  schedule()
  return promise
}

/** Returns a function that yields if its caller has worked for 5 ms since it last yielded. For work in small steps. */
export function slices(): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < SLICE_MS) return
    await giveWay()
    startedAt = performance.now()
  }
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(resumeOne)
}

function resumeOne(): void {
  isScheduled = false
  waiting.shift()?.()
  if (waiting.length > 0) schedule()
}
