import { randomUUID } from 'node:crypto'
import { test as base, type BrowserContext, expect, type Locator, type Page, type WebError } from '@playwright/test'
import { type Person, startTestServer, type TestServer } from '../../server/testing/server.ts'

export { expect }
export type { Person, TestServer }

type Fixtures = {
  /** Gives the test its own browser context: for a mocked clock, or an empty cache. */
  hasOwnContext: boolean
  /** A new user, not yet signed in in the browser. */
  person: Person
  openAs: (person: Person, path: string) => Promise<void>
}
type WorkerFixtures = {
  /** A real server on a fresh database, one per worker. */
  server: TestServer
  /** The first user of the server, who is its administrator. */
  admin: Person
  /** One browser context for many tests: the app stays in its cache. */
  sharedContext: BrowserContext
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      // Endpoints of tests are on this machine.
      const server = await startTestServer({ OUTGOING_ALLOW: [{ address: '127.0.0.1', prefix: 32, family: 'ipv4' }] })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ server }, use) => {
      await use(await server.person('Admin'))
    },
    { scope: 'worker', auto: true },
  ],
  sharedContext: [
    async ({ browser, server }, use, { project }) => {
      const context = await browser.newContext({ ...project.use, baseURL: server.url })
      // With --process-per-site this page keeps the process, and its compiled code, from test to test.
      await (await context.newPage()).goto('/favicon.svg')
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  hasOwnContext: [false, { option: true }],
  context: async ({ browser, server, sharedContext, hasOwnContext }, use, { project }) => {
    if (hasOwnContext) {
      const context = await browser.newContext({ ...project.use, baseURL: server.url })
      await use(context)
      await context.close()
    } else {
      await use(sharedContext)
      await sharedContext.unrouteAll({ behavior: 'ignoreErrors' })
      await sharedContext.setOffline(false)
      for (const page of sharedContext.pages().slice(1)) await page.close()
      await sharedContext.clearPermissions()
    }
  },
  page: async ({ context, hasOwnContext }, use) => {
    const uncaught: Error[] = []
    const note = (error: WebError) => uncaught.push(error.error())
    context.on('weberror', note)
    if (!hasOwnContext) await firstPage(context).evaluate(() => localStorage.clear())
    await use(await context.newPage())
    context.off('weberror', note)
    expect(uncaught, 'Errors that no code caught').toEqual([])
  },
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
  person: async ({ server }, use) => {
    await use(await newPerson(server, 'Ada Lovelace'))
  },
  openAs: async ({ page, context, hasOwnContext }, use) => {
    await use(async (person, path) => {
      // The shared context has a page of the origin already. Visiting one in the test's page costs a navigation.
      const isFirst = page.url() === 'about:blank' && !hasOwnContext
      await (isFirst ? storeSession(firstPage(context), person) : signIn(page, person))
      await page.goto(path)
    })
  },
})

/** Marks variants of a behaviour, and rare paths. Only the slow lane runs them (playwright.config.ts). */
export const VARIANT = { tag: '@variant' }

/** The maximum length of a name. */
export const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(7).trim()

/** Signs up a new user with a unique email, so that tests are independent. */
export async function newPerson(server: TestServer, name: string): Promise<Person> {
  const [email, password] = [`${randomUUID()}@example.com`, 'correct horse']
  const { body } = await server.post('/auth/sign-up', { name, email, password })
  return { id: body.user.id, name, email, password, authorization: `Bearer ${body.accessToken}` }
}

/** Signs in by writing the session to localStorage, as the app stores it. */
export async function signIn(page: Page, person: Person, origin = ''): Promise<void> {
  await page.goto(`${origin}/favicon.svg`)
  await storeSession(page, person)
}

/** The page of the shared context that no test closes. */
const firstPage = (context: BrowserContext) => context.pages()[0] as Page

async function storeSession(page: Page, person: Person): Promise<void> {
  const isAdmin = person.email === 'admin@example.com'
  const entries = {
    accessToken: person.authorization.replace('Bearer ', ''),
    user: JSON.stringify({ id: person.id, name: person.name, email: person.email, isAdmin }),
  }
  await page.evaluate((entries) => Object.assign(localStorage, entries), entries)
}

const stripOf = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Hovers the strip, so that its toasts stay until the mouse moves away: on a busy machine 5 s may be too short. */
export async function keepToasts(page: Page): Promise<void> {
  await stripOf(page).hover()
}

/** Enter on a button, in one task: a dialog that has just opened takes the focus a second time. */
export async function enterOn(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.focus()
    element.click()
  })
}

/** A toast with this text: an `alert` for an error, otherwise a `status`. */
export function toast(page: Page, text: string): Locator {
  const strip = stripOf(page)
  return strip.getByRole('alert').or(strip.getByRole('status')).filter({ hasText: text })
}

/** As a browser tells a page whose window loses the focus: the focused element stays the same. */
export async function blurWindow(page: Page): Promise<void> {
  await page.evaluate(() => document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}
