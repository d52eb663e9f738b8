import type { Page } from '@playwright/test'
import { addressOfRun, inFreshPage, openBrowser, sessionOf } from './browser.ts'
import { addProject, besideBefore, type Project, signUp, type User } from './data.ts'
import { type Figures, median, ms, percentile, SLOWER } from './figures.ts'
import type { Start } from './servers.ts'

/* Verdicts by key in a run of 10,000: from the key to the frame with the changed row, alone and while others record. */

const KEYS = 40
/** A fast person. */
const PACE_MS = 150
const LIVE = { perCall: 50, everyMs: 100 }

/** In the page: from each key to the frame that shows its row changed, in ms. */
type Timed = { keyTimes: number[] }

export const keys = () => besideBefore(keysOf)

async function* keysOf(start: Start): Figures {
  const browser = await openBrowser()
  const user = await signUp(await start())
  const project = await addProject(user, 10, 1_000)
  const { alone, meanwhile, perSecond } = await inFreshPage(browser, sessionOf(user), async (page) => {
    await page.goto(addressOfRun(user, project))
    await page.getByRole('row', { name: /^1\.1 / }).focus()
    await page.evaluate(watchKeys)
    const quiet = await pressKeys(page)
    const stop = recordMeanwhile(user, project)
    return { alone: quiet, meanwhile: await pressKeys(page), perSecond: await stop() }
  })
  const textOf = (times: number[]) =>
    `median ${ms(median(times))}, p95 ${ms(percentile(times, 0.95))}, most ${ms(Math.max(...times))}`
  const work = 'p95 of a verdict by key in a run of 10,000, to the frame with the changed row'
  yield { work, assay: textOf(alone), value: percentile(alone, 0.95), bar: ['≤ 50 ms', SLOWER] }
  const assay = `${textOf(meanwhile)}; ${Math.round(perSecond)} results a second`
  yield {
    work: 'the same while live results arrive',
    assay,
    value: percentile(meanwhile, 0.95),
    bar: ['≤ 50 ms', SLOWER],
  }
  yield {
    work: 'how much live results slow a key down, by medians',
    assay: ms(median(meanwhile)),
    beside: `nobody records: ${ms(median(alone))}`,
    value: median(meanwhile) / median(alone),
    bar: '≤ 2',
  }
}

/** Presses the key that passes the current row, and goes on to the next. */
async function pressKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => ((window as unknown as Timed).keyTimes = []))
  for (let key = 1; key <= KEYS; key++) {
    await page.keyboard.press('p')
    await page.waitForFunction((done) => (window as unknown as Timed).keyTimes.length >= done, key)
    await page.waitForTimeout(PACE_MS)
  }
  return await page.evaluate(() => (window as unknown as Timed).keyTimes)
}

/** Runs in the page. The row that is current at the key is the one to change; a frame is over when a message arrives. */
function watchKeys(): void {
  const listen = ({ timeStamp }: KeyboardEvent) => {
    const row = document.querySelector('[role=row][aria-current]') ?? document.activeElement?.closest('[role=row]')
    if (!row) return
    const changed = new MutationObserver(() => {
      changed.disconnect()
      const painted = new MessageChannel()
      const keep = () => (window as unknown as Timed).keyTimes.push(performance.now() - timeStamp)
      painted.port1.addEventListener('message', keep)
      painted.port1.start()
      requestAnimationFrame(() => painted.port2.postMessage(null))
    })
    changed.observe(row, { attributes: true, childList: true, subtree: true, characterData: true })
  }
  addEventListener('keydown', listen, true)
}

/** Records the last cases of the run again and again. Call the result to stop: it returns how many results a second. */
function recordMeanwhile({ call }: User, { testRunId, caseIds }: Project): () => Promise<number> {
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
  return async () => {
    clearInterval(timer)
    await Promise.all(calls)
    return at / ((performance.now() - start) / 1_000)
  }
}
