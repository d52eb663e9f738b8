import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Project, Server, User } from './servers.ts'

/* Screens in a browser, each in a fresh context. */

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const { CHROMIUM_PATH: executablePath = existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined } = process.env
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) })
  return await work(browser).finally(() => browser.close())
}

/** Builds the browser app of a checkout, by default of this one. */
export async function build(checkout = '.'): Promise<void> {
  const { href } = pathToFileURL(join(resolve(checkout), 'scripts/launch.mjs'))
  const launch = (await import(href)) as { ensureBuilt: () => void }
  launch.ensureBuilt()
}

export async function inFreshPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  return await context
    .newPage()
    .then(work)
    .finally(() => context.close())
}

/** What a signed-in browser stores. */
export const sessionOf = ({ id, token }: User): Record<string, string> => ({
  accessToken: token,
  user: JSON.stringify({ id, name: 'Bench', email: 'bench@example.com', isAdmin: true }),
})

export const addressOfRun = ({ url }: Pick<Server, 'url'>, { id, testRunId }: Project) =>
  `${url}/projects/${id}?tab=runs&run=${testRunId}`
