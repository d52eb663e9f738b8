/** How long a slice of work may hold up other calls. */
const SLICE_MS = 5

const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Lets all other calls run before the work goes on. Of all work that gives way, one piece runs in each turn of the event
 * loop, oldest first: another call waits for one slice, however many run.
 */
export function giveWay(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  schedule()
  return promise
}

/** Makes a function that gives way if its caller has worked for 5 ms since it last did. For work in small steps. */
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
