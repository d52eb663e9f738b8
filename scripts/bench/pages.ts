import type { Browser, Page, Request } from '@playwright/test'
import { addressOfRun, build, inFreshPage, openBrowser, type Session, sessionOf } from './browser.ts'
import { addProject, signUp } from './data.ts'
import { type Bar, type Figures, inTurn, median, ms } from './figures.ts'
import { type Server, startAssay, startBefore } from './servers.ts'

/* First visits: fresh browser contexts, on loopback and with the latency of a network. */

const VISITS = 5
const LATENCIES_MS = [0, 40]
const QUIET_MS = 1_000

const ROW = '[role=row][aria-selected]'

/** `ready` selects what the visitor waits for, which `ends` names. */
const SCREENS = [
  { name: '/login', ready: 'input[type=password]', ends: 'form', most: '≤ 300 ms', requests: '≤ 12 requests' },
  {
    name: 'projects',
    ready: 'main a[href*="/projects/"]',
    ends: 'first card',
    most: '≤ 500 ms',
    requests: '≤ 25 requests',
  },
  { name: 'a run of 1,000', ready: ROW, ends: 'first row', most: '≤ 500 ms', requests: '≤ 25 requests' },
  { name: 'a run of 10,000', ready: ROW, ends: 'first row', most: '≤ 500 ms', requests: '≤ 25 requests' },
] as const
type Screen = (typeof SCREENS)[number]
/** The screens of one version, each with what the browser stores before a visit. */
type Addresses = Record<Screen['name'], { address: string; session: Session }>
type Visit = { paintMs: number; readyMs: number }

/** The times are compared with BENCH_BEFORE. */
export async function* pages(): Figures {
  await build()
  if (process.env['BENCH_BEFORE']) await build(process.env['BENCH_BEFORE'])
  const browser = await openBrowser()
  const before = await startBefore()
  const versions = [await addressesOf(await startAssay()), ...(before ? [await addressesOf(before)] : [])]
  for (const screen of SCREENS) yield* measureScreen(browser, screen, versions)
}

async function addressesOf(server: Server): Promise<Addresses> {
  const user = await signUp(server)
  const session = sessionOf(user)
  return {
    '/login': { address: `${server.url}/login`, session: {} },
    projects: { address: `${server.url}/projects`, session },
    'a run of 1,000': { address: addressOfRun(server, await addProject(user, 10, 100)), session },
    'a run of 10,000': { address: addressOfRun(server, await addProject(user, 10, 1_000)), session },
  }
}

/** Visits a screen of all versions in turn. */
async function* measureScreen(browser: Browser, screen: Screen, versions: Addresses[]): Figures {
  const targets = versions.map((addresses): Target => ({ ...addresses[screen.name], ready: screen.ready }))
  for (const latency of LATENCIES_MS) {
    const takes = targets.map((target) => () => visit(browser, target, latency))
    const visits = await inTurn(VISITS, takes)
    const where = latency === 0 ? 'loopback' : `${latency} ms of latency`
    yield* timesOf(`first paint at ${screen.name}, ${where}`, visits, 'paintMs')
    yield* timesOf(
      `${screen.ends} of ${screen.name}, ${where}`,
      visits,
      'readyMs',
      latency === 0 ? screen.most : undefined,
    )
  }
  const { requests, scripts, kB } = await countLoads(browser, targets[0] as Target)
  const assay = `${requests} requests, of them ${scripts} scripts; ${kB} kB`
  yield { work: `first visit to ${screen.name}`, assay, value: requests, bar: screen.requests }
}

type Target = { address: string; session: Session; ready: string }

/** One line with the bar in milliseconds, if there is one, and one with the ratio to BENCH_BEFORE. */
async function* timesOf(work: string, visits: Visit[][], field: keyof Visit, most?: Bar): Figures {
  const [now = Number.NaN, before] = visits.map((all) => median(all.map((each) => each[field])))
  if (most) yield { work, assay: ms(now), value: now, bar: most }
  if (before !== undefined)
    yield { work, assay: ms(now), beside: `before: ${ms(before)}`, value: now / before, bar: '≤ 1.1' }
}

async function visit(browser: Browser, target: Target, latency: number): Promise<Visit> {
  return await inFreshPage(browser, target.session, async (page) => {
    const network = await page.context().newCDPSession(page)
    const limits = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency }
    if (latency > 0) await network.send('Network.emulateNetworkConditions', limits)
    return await open(page, target)
  })
}

/** Counts until nothing has been loaded for a second. The live stream stays open. */
async function countLoads(browser: Browser, target: Target) {
  return await inFreshPage(browser, target.session, async (page) => {
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await open(page, target)
    for (let seen = 0; seen < requests.length; await page.waitForTimeout(QUIET_MS)) seen = requests.length
    const scripts = requests.filter((request) => request.resourceType() === 'script').length
    return { requests: requests.length, scripts, kB: Math.round(bytes / 1_000) }
  })
}

/** Resolves when what the visitor waits for is there. Looks in each frame. */
async function open(page: Page, { address, ready }: Target): Promise<Visit> {
  await page.goto(address, { waitUntil: 'commit' })
  const isReady = await page.waitForFunction((selector) => document.querySelector(selector) && performance.now(), ready)
  const isPainted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  return { readyMs: Number(await isReady.jsonValue()), paintMs: Number(await isPainted.jsonValue()) }
}
