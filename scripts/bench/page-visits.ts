import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Target } from './load.ts'

/* One visit to a screen, in a fresh browser context. */

export type Screen = {
  name: '/login' | 'a run of 1,000'
  /** Selects what the visitor waits for, which `ends` names. */
  ready: string
  ends: string
  /** At most. */
  requests: number
}
export type Side = { target: Target; paths: Record<Screen['name'], string>; session: Record<string, string> }
export type Visit = { paintMs: number; readyMs: number }
type Loads = { requests: number; scripts: number; kB: number }

export async function visit(browser: Browser, screen: Screen, side: Side, latencyMs: number): Promise<Visit> {
  return await inFreshContext(browser, async (context, page) => {
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
    if (latencyMs > 0) await network.send('Network.emulateNetworkConditions', { ...unlimited, latency: latencyMs })
    await open(page, screen, side)
    return await page.evaluate(() => ({
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      readyMs: performance.getEntriesByName('ready')[0]?.startTime ?? Number.NaN,
    }))
  })
}

const QUIET_MS = 1_000

/** Counts until nothing has been loaded for a second. The live stream stays open. */
export async function countLoads(browser: Browser, screen: Screen, side: Side): Promise<Loads> {
  return await inFreshContext(browser, async (context, page) => {
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const loads = { requests: 0, scripts: 0, bytes: 0 }
    let lastAt = performance.now()
    network.on('Network.requestWillBeSent', ({ type }) => {
      lastAt = performance.now()
      loads.requests += 1
      if (type === 'Script') loads.scripts += 1
    })
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      lastAt = performance.now()
      loads.bytes += encodedDataLength
    })
    await open(page, screen, side)
    while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100)
    return { requests: loads.requests, scripts: loads.scripts, kB: Math.round(loads.bytes / 1_000) }
  })
}

async function inFreshContext<T>(
  browser: Browser,
  work: (context: BrowserContext, page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    return await work(context, await context.newPage())
  } finally {
    await context.close()
  }
}

/** Resolves when the form or the first row has been painted. */
async function open(page: Page, { name, ready }: Screen, { target, paths, session }: Side): Promise<void> {
  await page.addInitScript(
    ({ session, ready }) => {
      Object.assign(localStorage, session)
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(ready)) return
        observer.disconnect()
        // The second frame follows the paint of the first.
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('ready')))
      }).observe(document, { childList: true, subtree: true })
    },
    { session: name === '/login' ? {} : session, ready },
  )
  await page.goto(target.url + paths[name], { waitUntil: 'commit' })
  await page.waitForFunction(() =>
    ['ready', 'first-contentful-paint'].every((mark) => performance.getEntriesByName(mark).length > 0),
  )
}
