import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../chromium.mjs'
import { credentialsOf, type Project, type User } from './data.ts'
import { atEnd, build } from './servers.ts'

/* Screens in a browser, each in a fresh context. */

/** What a browser stores before a visit. */
export type Session = Record<string, string>

/** Builds the browser app of both versions, too. */
export async function openBrowser(): Promise<Browser> {
  await build()
  const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath: ensureChromium() ?? '' })
  atEnd(() => browser.close())
  return browser
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

export const addressOfRun = ({ server }: User, { id, testRunId }: Project) =>
  `${server.url}/projects/${id}?tab=runs&run=${testRunId}`
