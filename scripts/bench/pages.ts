import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { median, startTarget, stopTarget, type Target } from './load.ts'
import { makeProject } from './project.ts'

/*
 * What a first visit costs: fresh browser contexts, on loopback and with the latency of a network.
 * BENCH_BEFORE=DIR: another checkout of the product, with its node_modules, measured in turn.
 */

const SIZE = { suites: 10, casesPerSuite: 100 }
const VISITS = Number(process.env['BENCH_VISITS'] ?? 7)
const LATENCIES_MS = [0, 40]
const ROW = '[data-value-row]'
const HERE = resolve(import.meta.dirname, '../..')

type Screen = { name: string; path: string; session: Record<string, string>; ready: string }
type Visit = { paintMs: number; readyMs: number; requests: number; scripts: number; kB: number }
type Side = { target: Target; screens: Screen[]; visits: Map<string, Visit[]> }

/** The table for pages. With BENCH_BEFORE, each cell says before → now, and times their ratio. */
export async function benchPages(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const before = process.env['BENCH_BEFORE']
  const sides: Side[] = []
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...chromiumPath() })
  try {
    for (const [index, checkout] of [...(before ? [resolve(before)] : []), HERE].entries())
      sides.push(await startSide(checkout, join(folder, `${index}.db`)))
    for (let round = 0; round < VISITS; round++)
      for (const latencyMs of LATENCIES_MS)
        for (const index of [0, 1]) for (const side of sides) await noteVisit(browser, side, index, latencyMs)
    return table(sides)
  } finally {
    await browser.close()
    for (const { target } of sides) await stopTarget(target)
    rmSync(folder, { recursive: true })
  }
}

function chromiumPath(): { executablePath?: string } {
  const executablePath = process.env['CHROMIUM_PATH']
  return executablePath === undefined ? {} : { executablePath }
}

async function startSide(checkout: string, database: string): Promise<Side> {
  const { ensureBuilt } = (await import(pathToFileURL(join(checkout, 'scripts/launch.mjs')).href)) as {
    ensureBuilt: () => void
  }
  ensureBuilt()
  const target = await startTarget(pathToFileURL(join(checkout, 'scripts/bench/assay.ts')).href, [database])
  const { token, userId, projectId, testRunId } = await makeProject(target.url, SIZE)
  const user = JSON.stringify({ id: userId, name: 'Bench', email: 'bench@example.com', isAdmin: true })
  const session = { accessToken: token, user }
  const run = `/projects/${projectId}?tab=runs&run=${testRunId}`
  const screens = [
    { name: '/login', path: '/login', session: {}, ready: 'input[type=password]' },
    { name: 'a run of 1,000', path: run, session, ready: ROW },
  ]
  return { target, screens, visits: new Map() }
}

async function noteVisit(browser: Browser, side: Side, index: number, latencyMs: number): Promise<void> {
  const screen = side.screens[index] as Screen
  const key = `${screen.name}, ${latencyMs === 0 ? 'loopback' : `${latencyMs} ms`}`
  const visit = await visitOnce(browser, side.target.url, screen, latencyMs)
  side.visits.set(key, [...(side.visits.get(key) ?? []), visit])
}

/** Opens a screen in a fresh context, and closes it once the network has been quiet for a moment. */
async function visitOnce(browser: Browser, url: string, screen: Screen, latencyMs: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const seen = { requests: 0, scripts: 0, bytes: 0, lastAt: performance.now() }
  network.on('Network.requestWillBeSent', ({ type }) => {
    seen.lastAt = performance.now()
    seen.requests += 1
    if (type === 'Script') seen.scripts += 1
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.lastAt = performance.now()
    seen.bytes += encodedDataLength
  })
  await page.addInitScript(
    ({ session, ready }) => {
      Object.assign(localStorage, session)
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(ready)) return
        observer.disconnect()
        // The frame after this one has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('ready')))
      }).observe(document, { childList: true, subtree: true })
    },
    { session: screen.session, ready: screen.ready },
  )
  if (latencyMs > 0)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await page.goto(url + screen.path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0)
  while (performance.now() - seen.lastAt < 700) await page.waitForTimeout(100)
  const times = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    readyMs: performance.getEntriesByName('ready')[0]?.startTime ?? Number.NaN,
  }))
  await context.close()
  return { ...times, requests: seen.requests, scripts: seen.scripts, kB: seen.bytes / 1000 }
}

function table(sides: Side[]): string[] {
  const keys = [...(sides[0]?.visits.keys() ?? [])]
  return [
    '| first visit, fresh browser | first paint | form or first row | requests | of them scripts | kB |',
    '| --- | --- | --- | --- | --- | --- |',
    ...keys.map((key) => {
      const of = (field: keyof Visit) => sides.map(({ visits }) => median((visits.get(key) ?? []).map((v) => v[field])))
      const counts = (['requests', 'scripts', 'kB'] as const).map((field) => of(field).map(Math.round).join(' → '))
      return `| ${[key, time(of('paintMs')), time(of('readyMs')), ...counts].join(' | ')} |`
    }),
  ]
}

/** Milliseconds; of two sides also how many times the first the second is. */
function time(medians: number[]): string {
  const [before, now] = medians
  const text = medians.map((ms) => Math.round(ms)).join(' → ')
  return before !== undefined && now !== undefined ? `${text} ms (**${(now / before).toFixed(2)} ×**)` : `${text} ms`
}
