import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../chromium.mjs'
import { credentialsOf, type Project, type User } from './data.ts'
import { atEnd, type Server } from './servers.ts'

/* Screens in a browser, each in a fresh context. */

/** What a browser stores before a visit. */
export type Session = Record<string, string>

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath: ensureChromium() ?? '' })
  atEnd(() => browser.close())
  return browser
}

/** Builds the browser app of a checkout, by default of this one. */
export async function build(checkout = '.'): Promise<void> {
  const { href } = pathToFileURL(join(resolve(checkout), 'scripts/launch.mjs'))
  const launch = (await import(href)) as { ensureBuilt: () => void }
  launch.ensureBuilt()
}

export async function inFreshPage<T>(browser: Browser, session: Session, work: (page: Page) => Promise<T>) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript((stored) => Object.assign(localStorage, stored), session)
  return await work(await context.newPage()).finally(() => context.close())
}

export const sessionOf = ({ id, token }: User): Session => ({
  accessToken: token,
  user: JSON.stringify({ id, name: 'Bench', email: credentialsOf().email, isAdmin: true }),
})

export const addressOfRun = ({ url }: Server, { id, testRunId }: Project) =>
  `${url}/projects/${id}?tab=runs&run=${testRunId}`
