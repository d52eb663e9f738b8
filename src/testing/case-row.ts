import type { Locator, Page } from '@playwright/test'
import type { Person, TestServer } from './fixtures.ts'

/** A suite or a case in the list of the Test Suites tab, by number and name: '1 Cart', '1.2 Refund'. */
export const row = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })

/** The names of the cases of a suite on the server, in their order. */
export const names = async (server: TestServer, person: Person, suiteId: string): Promise<string[]> =>
  ((await server.get(`/test-cases/test-suite/${suiteId}`, person)).body as { name: string }[]).map(({ name }) => name)
