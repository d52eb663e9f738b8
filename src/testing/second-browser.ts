import type { Browser, Page } from '@playwright/test'
import { type Person, signIn, type TestServer } from './fixtures.ts'

/** Opens a path as another person, in a browser of their own. Close its context afterwards. */
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

/** Resolves once the page hears what happens as it happens. */
export async function whenLive(server: TestServer, testRunId: string, people: number): Promise<void> {
  const { viewers } = server.services.live
  for (let waited = 0; viewers.of(testRunId).length < people; waited += 20) {
    if (waited > 10_000) throw new Error('nobody watches')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A page that hears nothing of what others do until it asks. */
export async function withoutLive(page: Page): Promise<void> {
  await page.route('**/trpc/live.**', (route) => route.abort())
}
