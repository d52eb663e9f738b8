import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Person, startTestServer, type TestServer } from '../../server/testing/server.ts'

export { expect }
export type { Person, TestServer }

type Fixtures = {
  /** Somebody new, signed up but not signed in by the browser. */
  person: Person
  /** Opens a path as this person, whose session is put into the browser first. */
  openAs: (person: Person, path: string) => Promise<void>
}
type WorkerFixtures = {
  /** A real server on a fresh database, one for each worker. */
  server: TestServer
  /** The server's first person, who is its administrator. */
  admin: Person
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startTestServer()
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
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
  person: async ({ server }, use) => {
    await use(await newPerson(server, 'Ada Lovelace'))
  },
  openAs: async ({ page }, use) => {
    await use(async (person, path) => {
      await signIn(page, person)
      await page.goto(path)
    })
  },
})

/** Signs somebody up under an email of their own, so that tests do not meet. */
export async function newPerson(server: TestServer, name: string): Promise<Person> {
  const [email, password] = [`${randomUUID()}@example.com`, 'correct horse']
  const { body } = await server.post('/auth/sign-up', { name, email, password })
  return { id: body.user.id, name, email, password, authorization: `Bearer ${body.accessToken}` }
}

/** Puts a session into the browser's storage, as the app itself keeps it. */
export async function signIn(page: Page, person: Person, origin = ''): Promise<void> {
  const isAdmin = person.email === 'admin@example.com'
  const entries = {
    accessToken: person.authorization.replace('Bearer ', ''),
    user: JSON.stringify({ id: person.id, name: person.name, email: person.email, isAdmin }),
  }
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((entries) => Object.assign(localStorage, entries), entries)
}

/** A toast with this text. */
export const toast = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text })

const SCHEMES = ['light', 'dark'] as const

/**
 * Looks at the page as it stands: axe finds nothing serious or critical in light and in dark, and pictures of
 * it go to screenshots/, also at the width of a phone, where nothing may stick out to the side.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `screenshots/${name}-${colorScheme}.png`, animations: 'disabled' })
    expect(await seriousProblems(page), `axe on ${name}, ${colorScheme}`).toEqual([])
  }
  const size = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `screenshots/${name}-390.png`, animations: 'disabled' })
  expect(await overhangs(page), `what sticks out of ${name} at 390 px`).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** What makes the page wider than its window: nothing on a page that fits. */
async function overhangs(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.tagName}.${element.className}`)
  })
}

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}
