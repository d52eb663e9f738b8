import { join } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { addressOfRun, build, inBrowser, inFreshPage, sessionOf } from './browser.ts'
import { median } from './load.ts'
import { addProject, inPlace, type Server, signUp } from './servers.ts'
import { type Figure, ms } from './table.ts'

/* First visits: fresh browser contexts, on loopback and with the latency of a network. */

const VISITS = 7
const LATENCIES_MS = [0, 40]
const QUIET_MS = 1_000

/** `ready` selects what the visitor waits for, which `ends` names; `requests` are at most so many. */
type Screen = { name: '/login' | 'a run of 1,000'; ready: string; ends: string; requests: number }
const SCREENS: Screen[] = [
  { name: '/login', ready: 'input[type=password]', ends: 'form', requests: 12 },
  { name: 'a run of 1,000', ready: '[role=row][data-row]', ends: 'first row', requests: 25 },
]

/** The address of each screen, and what the browser stores before a visit. */
type Side = Record<Screen['name'], { address: string; session: Record<string, string> }>
type Visit = { paintMs: number; readyMs: number }

/** The times are compared with BENCH_BEFORE. */
export async function benchPages(): Promise<Figure[]> {
  return await inBrowser((browser) =>
    inPlace(async (place) => {
      await build()
      if (process.env['BENCH_BEFORE']) await build(process.env['BENCH_BEFORE'])
      const before = await place.before()
      const servers = [await place.assay(join(place.folder, 'now.db')), ...(before ? [before] : [])]
      const sides: Side[] = []
      for (const server of servers) sides.push(await sideOf(server))
      const figures: Figure[] = []
      for (const screen of SCREENS) figures.push(...(await measureScreen(browser, screen, sides)))
      return figures
    }),
  )
}

async function sideOf(server: Server): Promise<Side> {
  const user = await signUp(server)
  const address = addressOfRun(server, await addProject(user, { suites: 10, casesPerSuite: 100 }))
  return {
    '/login': { address: `${server.url}/login`, session: {} },
    'a run of 1,000': { address, session: sessionOf(user) },
  }
}

/** Visits a screen of both sides in turn. */
async function measureScreen(browser: Browser, screen: Screen, sides: Side[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const latencyMs of LATENCIES_MS) {
    const visits: Visit[][] = sides.map(() => [])
    for (let round = 0; round < VISITS; round++)
      for (const [index, side] of sides.entries()) visits[index]?.push(await visit(browser, screen, side, latencyMs))
    const where = latencyMs === 0 ? 'loopback' : `${latencyMs} ms of latency`
    figures.push(timeFigure(`first paint at ${screen.name}, ${where}`, visits, 'paintMs', 0.4))
    figures.push(timeFigure(`${screen.ends} of ${screen.name}, ${where}`, visits, 'readyMs', 0.8))
  }
  const { requests, scripts, kB } = await countLoads(browser, screen, sides[0] as Side)
  const assay = `${requests} requests, of them ${scripts} scripts; ${kB} kB`
  const bar = { atMost: screen.requests, unit: 'requests' }
  return [...figures, { work: `first visit to ${screen.name}`, assay, value: requests, bar }]
}

function timeFigure(work: string, visits: Visit[][], field: keyof Visit, atMost: number): Figure {
  const [now = Number.NaN, before] = visits.map((all) => median(all.map((each) => each[field])))
  if (before === undefined) return { work, assay: ms(now) }
  return { work, assay: ms(now), beside: `before: ${ms(before)}`, value: now / before, bar: { atMost } }
}

async function visit(browser: Browser, screen: Screen, side: Side, latency: number): Promise<Visit> {
  return await inFreshPage(browser, async (page) => {
    const network = await networkOf(page)
    const limits = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency }
    if (latency > 0) await network.send('Network.emulateNetworkConditions', limits)
    await open(page, screen, side)
    return await page.evaluate(() => ({
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      readyMs: performance.getEntriesByName('ready')[0]?.startTime ?? Number.NaN,
    }))
  })
}

/** Counts until nothing has been loaded for a second. The live stream stays open. */
async function countLoads(browser: Browser, screen: Screen, side: Side) {
  return await inFreshPage(browser, async (page) => {
    const network = await networkOf(page)
    let [requests, scripts, bytes, lastAt] = [0, 0, 0, performance.now()]
    network.on('Network.requestWillBeSent', ({ type }) => {
      lastAt = performance.now()
      requests += 1
      if (type === 'Script') scripts += 1
    })
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      lastAt = performance.now()
      bytes += encodedDataLength
    })
    await open(page, screen, side)
    while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100)
    return { requests, scripts, kB: Math.round(bytes / 1_000) }
  })
}

async function networkOf(page: Page): Promise<CDPSession> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  return network
}

/** Resolves when the form or the first row has been painted. */
async function open(page: Page, { name, ready }: Screen, side: Side): Promise<void> {
  const { address, session } = side[name]
  await page.addInitScript(
    (given) => {
      Object.assign(localStorage, given.session)
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(given.ready)) return
        observer.disconnect()
        // The second frame follows the paint of the first.
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('ready')))
      }).observe(document, { childList: true, subtree: true })
    },
    { session, ready },
  )
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() =>
    ['ready', 'first-contentful-paint'].every((mark) => performance.getEntriesByName(mark).length > 0),
  )
}
