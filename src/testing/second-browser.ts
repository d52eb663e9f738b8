import type { Browser, Page } from '@playwright/test'
import { type Person, signIn, type TestServer } from './fixtures.ts'

/** Opens a path as another person, in a new browser context. Close the context afterwards. */
export async function openSecondBrowser(
  browser: Browser,
  server: Pick<TestServer, 'url'>,
  person: Person,
  path: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US', timezoneId: 'UTC' })
  const page = await context.newPage()
  await signIn(page, person)
  await page.goto(path)
  return page
}

/** Resolves once this many people have a live connection to the run. */
export async function whenLive(server: TestServer, testRunId: string, people: number): Promise<void> {
  const { viewers } = server.services.live
  for (let waited = 0; viewers.of(testRunId).length < people; waited += 20) {
    if (waited > 30_000) throw new Error(`The run has ${viewers.of(testRunId).length} viewers instead of ${people}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Blocks live updates: the page learns of changes only when it reads again. */
export async function withoutLive(page: Page): Promise<void> {
  await page.route('**/trpc/live.**', (route) => route.abort())
}
