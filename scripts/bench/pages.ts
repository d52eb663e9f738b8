import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import type { Figure } from './figure.ts'
import { median, startBefore, startTarget, stopTarget, type Target } from './load.ts'
import { countLoads, type Screen, type Side, type Visit, visit } from './page-visits.ts'
import { inFolder } from './place.ts'
import { makeProject } from './project.ts'

/* First visits: fresh browser contexts, on loopback and with the latency of a network. */

const SIZE = { suites: 10, casesPerSuite: 100 }
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const VISITS = 7
const LATENCIES_MS = [0, 40]
const SCREENS: Screen[] = [
  { name: '/login', ready: 'input[type=password]', ends: 'form', requests: 12 },
  { name: 'a run of 1,000', ready: '[role=row][data-row]', ends: 'first row', requests: 25 },
]

/** The times are compared with BENCH_BEFORE. */
export async function benchPages(): Promise<Figure[]> {
  const { CHROMIUM_PATH: executablePath = existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined } = process.env
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
  const targets: Target[] = []
  try {
    return await inFolder(async (folder) => {
      await build(resolve(import.meta.dirname, '../..'))
      targets.push(await startTarget('./assay.ts', [join(folder, 'now.db')]))
      if (process.env['BENCH_BEFORE']) await build(resolve(process.env['BENCH_BEFORE']))
      const before = await startBefore([join(folder, 'before.db')])
      if (before) targets.push(before)
      const sides: Side[] = []
      for (const target of targets) sides.push(await makeSide(target))
      const figures: Figure[] = []
      for (const screen of SCREENS) figures.push(...(await measureScreen(browser, screen, sides)))
      return figures
    })
  } finally {
    await browser.close()
    for (const target of targets) await stopTarget(target)
  }
}

async function build(checkout: string): Promise<void> {
  const launch = (await import(pathToFileURL(join(checkout, 'scripts/launch.mjs')).href)) as { ensureBuilt: () => void }
  launch.ensureBuilt()
}

async function makeSide(target: Target): Promise<Side> {
  const { token, userId, projectId, testRunId } = await makeProject(target.url, SIZE)
  const user = JSON.stringify({ id: userId, name: 'Bench', email: 'bench@example.com', isAdmin: true })
  const paths = { '/login': '/login', 'a run of 1,000': `/projects/${projectId}?tab=runs&run=${testRunId}` }
  return { target, paths, session: { accessToken: token, user } }
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

function timeFigure(work: string, [now = [], before]: Visit[][], field: keyof Visit, atMost: number): Figure {
  const middle = (visits: Visit[]) => median(visits.map((each) => each[field]))
  const text = (visits: Visit[]) => `${middle(visits).toFixed(0)} ms`
  if (!before) return { work, assay: text(now) }
  const value = middle(now) / middle(before)
  return { work, assay: text(now), beside: `before: ${text(before)}`, value, bar: { atMost } }
}
