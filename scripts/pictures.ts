import { chromium, type Locator, type Page } from '@playwright/test'
import { join } from 'node:path'
import { startTestServer } from '#server/testing/server.ts'
import { ensureBuilt, root } from './launch.mjs'
import { apiOf } from './seed/api.ts'
import { withClock } from './seed/clock.ts'
import { PASSWORD, seed } from './seed/demo.ts'

/* Remakes the pictures of the README from the demo, on a temporary server. */

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const PROJECT = 'Checkout API'

type Picture = {
  name: string
  path: (projectId: string) => string
  scheme?: 'dark'
  view?: typeof DESK
  act?: (page: Page) => Promise<void>
}

const suites = (projectId: string) => `/projects/${projectId}`
const run = (projectId: string) => `${suites(projectId)}?tab=runs`
const quality = (projectId: string) => `${suites(projectId)}?tab=quality`

const PICTURES: Picture[] = [
  { name: 'run', path: run, act: selectRow },
  { name: 'panel', path: run, act: openPanel },
  { name: 'run-dark', path: run, scheme: 'dark', act: selectRow },
  { name: 'phone', path: run, view: PHONE },
  { name: 'quality', path: quality },
  { name: 'quality-dark', path: quality, scheme: 'dark' },
  { name: 'all-runs', path: (projectId) => `${run(projectId)}&view=all` },
  { name: 'compare', path: (projectId) => `${run(projectId)}&compare=R35..R36` },
  { name: 'projects', path: () => '/projects?sort=attention' },
  { name: 'suites', path: suites, act: openSuite },
  { name: 'case', path: (projectId) => `${suites(projectId)}?case=C2`, act: waitForHistory },
]

ensureBuilt()
const server = await startTestServer()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  await withClock(async (clock) => await seed(server.url, () => undefined, clock))
  const session = await apiOf(server.url)('POST', '/auth/sign-in', { email: 'ada@example.com', password: PASSWORD })
  const projects = await apiOf(server.url, session.accessToken)('GET', '/projects')
  const { id } = projects.find(({ name }: { name: string }) => name === PROJECT)
  for (const picture of PICTURES) await take(picture, id, session)
} finally {
  await browser.close()
  await server.close()
}

async function take(picture: Picture, projectId: string, { accessToken, user }: Session): Promise<void> {
  const { name, path, scheme = 'light', view = DESK, act } = picture
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: view,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    hasTouch: view === PHONE,
  })
  const page = await context.newPage()
  await page.goto('/favicon.svg')
  const entries = { accessToken, user: JSON.stringify(user) }
  await page.evaluate((entries) => Object.assign(localStorage, entries), entries)
  await page.goto(path(projectId))
  await settled(page)
  await act?.(page)
  await settled(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: join(root, 'src/pictures', `${name}.png`), animations: 'disabled' })
  console.log(`src/pictures/${name}.png`)
  await context.close()
}

/** Waits until nothing is loading. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy=true]'))
}

type Session = { accessToken: string; user: object }

function rowOf(page: Page, number: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${number} `) })
}

async function selectRow(page: Page): Promise<void> {
  await rowOf(page, '1.6').click({ position: { x: 300, y: 30 } })
  await page.mouse.move(0, 0)
}

/** Opens the panel of a case whose recorded JSON differs from the expected one. */
async function openPanel(page: Page): Promise<void> {
  const row = rowOf(page, '1.2')
  await row.getByLabel('Actual Value').fill('{"status":"ok","items":[{"sku":"A-1","amount":2}]}')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Notifications' }).getByText('saved').waitFor()
  await row.click({ position: { x: 300, y: 30 } })
  await page.keyboard.press('o')
  await page.getByRole('complementary').getByRole('group', { name: 'Diff' }).waitFor()
  await page.mouse.move(0, 0)
}

/** The history is the last part of the panel to load. */
async function waitForHistory(page: Page): Promise<void> {
  await page.getByRole('complementary').getByRole('list', { name: 'History' }).waitFor()
  await page.mouse.move(0, 0)
}

async function openSuite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cart' }).first().click()
}
