import { randomUUID } from 'node:crypto'
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

/** As long as a name may be. */
export const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(7).trim()

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
