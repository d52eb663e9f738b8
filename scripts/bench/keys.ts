import type { Browser, Page } from '@playwright/test'
import { addressOfRun, build, inBrowser, inFreshPage, sessionOf } from './browser.ts'
import { median, percentile } from './load.ts'
import { addProject, inPlace, type Project, type Server, signUp, type User } from './servers.ts'
import { type Figure, ms } from './table.ts'

/* Verdicts by key in a run of 10,000: from the key to the frame with the changed row, alone and while others record. */

const KEYS = 60
/** A fast person. */
const PACE_MS = 150
const LIVE = { perCall: 50, everyMs: 100 }

/** From each key to the frame that shows its row changed; and the Event Timing of keys that took 16 ms or more. */
type KeyTimes = { ms: number[]; eventMs: number[] }
type Timed = { keyTimes: KeyTimes; keyListener?: (event: KeyboardEvent) => void }

export async function benchKeys(): Promise<Figure[]> {
  return await inBrowser((browser) =>
    inPlace(async ({ assay }) => {
      await build()
      const server = await assay()
      const user = await signUp(server)
      return await measureKeys(browser, server, user, await addProject(user, { suites: 10, casesPerSuite: 1_000 }))
    }),
  )
}

async function measureKeys(browser: Browser, server: Server, user: User, project: Project): Promise<Figure[]> {
  const bare = await inFreshPage(browser, async (page) => {
    await openBare(page)
    return await pressKeys(page)
  })
  return await inFreshPage(browser, async (page) => {
    await page.addInitScript((session) => Object.assign(localStorage, session), sessionOf(user))
    await page.goto(addressOfRun(server, project))
    await page.getByRole('row', { name: /^1\.1 / }).focus()
    const alone = await pressKeys(page)
    const others = recordBeside(user, project)
    const beside = await pressKeys(page)
    const live = Math.round(await others.stop())
    const all = 'verdict by key in a run of 10,000, to the frame with the changed row'
    const [loaded, free] = [median(beside.ms), median(alone.ms)]
    return [
      keyFigure(all, alone, `a page with one row: ${textOf(bare)}`),
      keyFigure(`the same while ${live} live results a second arrive`, beside, `nobody records: ${textOf(alone)}`),
      {
        work: 'how much live results slow a key down, by medians',
        assay: ms(loaded),
        beside: ms(free),
        value: loaded / free,
        bar: { atMost: 2 },
      },
    ]
  })
}

const keyFigure = (work: string, times: KeyTimes, beside: string): Figure => {
  return { work, assay: textOf(times), beside, value: median(times.ms), bar: { atMost: 50, unit: 'ms' } }
}

const textOf = (times: KeyTimes) =>
  `median ${ms(median(times.ms))}, p95 ${ms(percentile(times.ms, 0.95))}, slowest event ${ms(Math.max(...times.eventMs))}`

/** What a key costs at least: its row changes in the handler of the key. */
async function openBare(page: Page): Promise<void> {
  await page.setContent('<div role="grid"><div role="row" tabindex="0">pending</div></div>')
  await page.evaluate(() => {
    const row = document.querySelector<HTMLElement>('[role=row]')
    document.addEventListener('keydown', () => row?.setAttribute('data-status', String(performance.now())))
    row?.focus()
  })
}

/** Presses the key that passes the current row, and goes on to the next. */
async function pressKeys(page: Page): Promise<KeyTimes> {
  await page.evaluate(watchKeys)
  for (let key = 1; key <= KEYS; key++) {
    await page.keyboard.press('p')
    await page.waitForFunction((done) => (window as unknown as Timed).keyTimes.ms.length >= done, key)
    await page.waitForTimeout(PACE_MS)
  }
  return await page.evaluate(() => (window as unknown as Timed).keyTimes)
}

/** Runs in the page. The row that is current at the key is the one to change; a frame is over when a message arrives. */
function watchKeys(): void {
  const timed = window as unknown as Timed
  const keyTimes: KeyTimes = { ms: [], eventMs: [0] }
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keyTimes.eventMs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const keyListener = ({ timeStamp }: KeyboardEvent) => {
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
  if (timed.keyListener) removeEventListener('keydown', timed.keyListener, true)
  Object.assign(timed, { keyTimes, keyListener })
  addEventListener('keydown', keyListener, true)
}

/** Records the last cases of the run again and again. `stop` returns how many results a second. */
function recordBeside({ call }: User, { testRunId, caseIds }: Project) {
  const start = performance.now()
  const others = caseIds.slice(caseIds.length / 2)
  const calls: Promise<unknown>[] = []
  let at = 0
  const timer = setInterval(() => {
    const actualValue = at % 200 === 0 ? 'ok' : 'no'
    const next = Array.from({ length: LIVE.perCall }, (_, index) => others[(at + index) % others.length])
    const results = next.map((testCaseId) => ({ testCaseId, actualValue }))
    at += LIVE.perCall
    calls.push(call('POST', `/test-runs/${testRunId}/results`, { results }))
  }, LIVE.everyMs)
  const stop = async () => {
    clearInterval(timer)
    await Promise.all(calls)
    return at / ((performance.now() - start) / 1_000)
  }
  return { stop }
}
