import type { Browser, Page, Request } from '@playwright/test'
import { addressOfRun, inFreshPage, openBrowser, type Session, sessionOf } from './browser.ts'
import { addProject, ofVersions, signUp } from './data.ts'
import { type Bar, type Figures, inTurn, median, ms, NOISE } from './figures.ts'
import type { Start } from './servers.ts'

/* First visits: fresh browser contexts, on loopback and with the latency of a network. */

const VISITS = Number(process.env['BENCH_VISITS'] ?? 5)
const LATENCIES_MS = [0, 40]
const QUIET_MS = 1_000

const ROW = '[role=row][aria-selected]'
const CARD = 'main a[href*="/projects/"]'

const SCRIPTS =
  'to compile the scripts and to render React, Mantine and the first rows takes nearly all of it: only less code would help'

/** `ready` selects what the visitor waits for, which `ends` names. The bar is that of loopback. */
type Screen = { name: string; ends: string; ready: string; bar: Bar; requests: Bar }
const SCREENS: Screen[] = [
  {
    name: '/login',
    ends: 'form',
    ready: 'input[type=password]',
    bar: ['≤ 300 ms', SCRIPTS],
    requests: '≤ 12 requests',
  },
  { name: 'projects', ends: 'first card', ready: CARD, bar: ['≤ 500 ms', SCRIPTS], requests: '≤ 25 requests' },
  { name: 'a run of 1,000', ends: 'first row', ready: ROW, bar: ['≤ 500 ms', SCRIPTS], requests: '≤ 25 requests' },
  { name: 'a run of 10,000', ends: 'first row', ready: ROW, bar: ['≤ 500 ms', SCRIPTS], requests: '≤ 25 requests' },
]
/** What the browser stores before a visit of a screen. */
type Target = { address: string; session: Session; ready: string }
type Visit = { paintMs: number; readyMs: number }

export async function* pages(): Figures {
  const browser = await openBrowser()
  const { assay, before } = await ofVersions(targetsOf)
  for (const [index, screen] of SCREENS.entries()) {
    const targets = [assay, before].flatMap((all) => all?.[index] ?? [])
    for (const latency of LATENCIES_MS) yield* visits(browser, screen, targets, latency)
    const { requests, scripts, kB } = await countLoads(browser, targets[0] as Target)
    const text = `${requests} requests, of them ${scripts} scripts; ${kB} kB`
    yield { work: `first visit to ${screen.name}`, assay: text, value: requests, bar: screen.requests }
  }
}

/** In the order of the screens. */
async function targetsOf(start: Start): Promise<Target[]> {
  const user = await signUp(await start())
  const { url } = user.server
  const [small, large] = [await addProject(user, 10, 100), await addProject(user, 10, 1_000)]
  const addresses = [`${url}/login`, `${url}/projects`, addressOfRun(user, small), addressOfRun(user, large)]
  return SCREENS.map(({ ready }, index) => {
    const session = index === 0 ? {} : sessionOf(user)
    return { address: addresses[index] as string, session, ready }
  })
}

/** One line with the bar in milliseconds, if there is one, and one with the ratio to the earlier version. */
async function* visits(browser: Browser, { name, ends, bar }: Screen, targets: Target[], latency: number): Figures {
  const takes = targets.map((target) => () => visit(browser, target, latency))
  const taken = await inTurn(VISITS, takes)
  const where = latency === 0 ? 'loopback' : `${latency} ms of latency`
  for (const [work, field] of [
    [`first paint at ${name}`, 'paintMs'] as const,
    [`${ends} of ${name}`, 'readyMs'] as const,
  ]) {
    const [now = Number.NaN, before] = taken.map((all) => median(all.map((each) => each[field])))
    const line = { work: `${work}, ${where}`, assay: ms(now) }
    if (latency === 0 && field === 'readyMs') yield { ...line, value: now, bar }
    if (before !== undefined)
      yield { ...line, beside: `before: ${ms(before)}`, value: now / before, bar: ['≤ 1.1', NOISE] }
  }
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
