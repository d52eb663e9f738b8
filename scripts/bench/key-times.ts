import type { Page } from '@playwright/test'

/* Times of keys in a page. */

/** From each key to the frame that shows its row changed; and the Event Timing of keys that took 16 ms or more. */
export type KeyTimes = { ms: number[]; eventMs: number[] }

/** A fast person. */
const PACE_MS = 150
const KEY = 'p'

type Timed = { ms: number[]; eventMs: number[] }

/** Presses the key that passes the current row, and goes on to the next. */
export async function pressKeys(page: Page, count: number): Promise<KeyTimes> {
  await page.evaluate(watchKeys)
  for (let key = 1; key <= count; key++) {
    await page.keyboard.press(KEY)
    await page.waitForFunction(
      (done) => (window as unknown as { keyTimes: { ms: number[] } }).keyTimes.ms.length >= done,
      key,
    )
    await page.waitForTimeout(PACE_MS)
  }
  return await page.evaluate(() => (window as unknown as { keyTimes: Timed }).keyTimes)
}

/** Runs in the page. The row that is current at the key is the one to change; a frame is over when a message arrives. */
function watchKeys(): void {
  const keyTimes: Timed = { ms: [], eventMs: [0] }
  Object.assign(window, { keyTimes })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keyTimes.eventMs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    const row = document.querySelector('[role=row][aria-current]') ?? document.activeElement?.closest('[role=row]')
    if (!row) return
    const changed = new MutationObserver(() => {
      changed.disconnect()
      const painted = new MessageChannel()
      painted.port1.addEventListener('message', () => keyTimes.ms.push(performance.now() - timeStamp))
      painted.port1.start()
      requestAnimationFrame(() => painted.port2.postMessage(null))
    })
    changed.observe(row, { attributes: true, childList: true, subtree: true, characterData: true })
  }
  const { keyListener } = window as unknown as { keyListener?: (event: KeyboardEvent) => void }
  if (keyListener) removeEventListener('keydown', keyListener, true)
  Object.assign(window, { keyListener: onKey })
  addEventListener('keydown', onKey, true)
}
