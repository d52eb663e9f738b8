import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { apiOf, type Call } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { type KeyTimes, pressKeys } from './key-times.ts'
import { median, percentile, startTarget, stopTarget } from './load.ts'
import { inFolder } from './place.ts'
import { makeProject, type Project } from './project.ts'

/* Verdicts by key in a run of 10,000: from the key to the frame with the changed row, alone and while others record. */

const SIZE = { suites: 10, casesPerSuite: 1_000 }
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const KEYS = 60
const LIVE = { perCall: 50, everyMs: 100 }

/** At most, in milliseconds; and what others may slow it down to: "by less than half". */
const BAR = { ms: 50, ratio: 2 }

export async function benchKeys(): Promise<Figure[]> {
  const { CHROMIUM_PATH: executablePath = existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined } = process.env
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
  try {
    return await inFolder(async (folder) => {
      const { ensureBuilt } = (await import(pathToFileURL(resolve('scripts/launch.mjs')).href)) as {
        ensureBuilt: () => void
      }
      ensureBuilt()
      const target = await startTarget('./assay.ts', [join(folder, 'assay.db')])
      try {
        return await measureKeys(browser, target.url)
      } finally {
        await stopTarget(target)
      }
    })
  } finally {
    await browser.close()
  }
}

async function measureKeys(browser: Browser, url: string): Promise<Figure[]> {
  const project = await makeProject(url, SIZE)
  const bare = await pressKeys(await barePage(browser), KEYS)
  const page = await openRun(browser, url, project)
  const alone = await pressKeys(page, KEYS)
  const others = recordBeside(apiOf(url, project.token), project)
  const beside = await pressKeys(page, KEYS)
  const perSecond = await others.stop()
  return [
    keyFigure('verdict by key in a run of 10,000, to the frame with the changed row', alone, {
      beside: `a page with one row: ${textOf(bare)}`,
    }),
    keyFigure(`the same while ${Math.round(perSecond)} live results a second arrive`, beside, {
      beside: `nobody records: ${textOf(alone)}`,
    }),
    {
      work: 'how much live results slow a key down, by medians',
      assay: `${median(beside.ms).toFixed(0)} ms`,
      beside: `${median(alone.ms).toFixed(0)} ms`,
      value: median(beside.ms) / median(alone.ms),
      bar: { atMost: BAR.ratio },
    },
  ]
}

function keyFigure(work: string, times: KeyTimes, { beside }: { beside: string }): Figure {
  return { work, assay: textOf(times), beside, value: median(times.ms), bar: { atMost: BAR.ms, unit: 'ms' } }
}

const textOf = ({ ms, eventMs }: KeyTimes) =>
  `median ${median(ms).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms, ` +
  `slowest event ${Math.max(...eventMs).toFixed(0)} ms`

/** What a key costs at least: its row changes in the handler of the key. */
async function barePage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.setContent('<div role="grid"><div role="row" tabindex="0">pending</div></div>')
  await page.evaluate(() => {
    const row = document.querySelector<HTMLElement>('[role=row]')
    document.addEventListener('keydown', () => row?.setAttribute('data-status', String(performance.now())))
    row?.focus()
  })
  return page
}

async function openRun(
  browser: Browser,
  url: string,
  { token, userId, projectId, testRunId }: Project & { token: string; userId: string },
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const user = JSON.stringify({ id: userId, name: 'Bench', email: 'bench@example.com', isAdmin: true })
  await page.addInitScript((session) => Object.assign(localStorage, session), { accessToken: token, user })
  await page.goto(`${url}/projects/${projectId}?tab=runs&run=${testRunId}`)
  await page.getByRole('row', { name: /^1\.1 / }).focus()
  return page
}

/** Records the last cases of the run again and again. `stop` returns how many results a second. */
function recordBeside(call: Call, { testRunId, caseIds }: Project) {
  const start = performance.now()
  const others = caseIds.slice(caseIds.length / 2)
  const calls: Promise<unknown>[] = []
  let at = 0
  const timer = setInterval(() => {
    const actualValue = at % 200 === 0 ? 'ok' : 'no'
    const results = Array.from({ length: LIVE.perCall }, (_, index) => ({
      testCaseId: others[(at + index) % others.length],
      actualValue,
    }))
    at += LIVE.perCall
    calls.push(call('POST', `/test-runs/${testRunId}/results`, { results }))
  }, LIVE.everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(calls)
      return at / ((performance.now() - start) / 1_000)
    },
  }
}
