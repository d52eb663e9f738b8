import type { Page } from '@playwright/test'
import { PROXY_KINDS, startBehindProxy } from '../../server/testing/prefix.ts'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { CART_REPORT, chooseFiles } from '#src/testing/reports.ts'

/** Records problems of a page: requests that fail or leave the prefix, and errors in the console. */
function watch(page: Page, base: string): string[] {
  const wrong: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`) && !request.url().startsWith('data:'))
      wrong.push(`left the prefix: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (!response.ok() && response.status() !== 304) wrong.push(`${response.status()}: ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // A reload cancels requests in progress.
    if (reason !== 'net::ERR_ABORTED') wrong.push(`${reason}: ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  return wrong
}

async function signUp(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/projects?from=afar`)
  await expect(page).toHaveURL(`${base}/login`)
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(`${base}/signup`)
  await page.getByLabel('Full Name').fill('Mary Shaw')
  await page.getByLabel('Email').fill('mary@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('banner').getByText('Mary Shaw')).toBeVisible()
}

for (const [index, kind] of PROXY_KINDS.entries()) {
  test(
    `Under a path prefix, behind a proxy that ${kind}, nothing leaves the prefix and nothing fails`,
    index > 0 ? VARIANT : {},
    async ({ page }) => {
      const { server, strays } = await startBehindProxy(kind)
      const wrong = watch(page, server.url)
      await signUp(page, server.url)
      await expect(page).toHaveURL(`${server.url}/`)
      await page.getByRole('button', { name: 'Create Project' }).click()
      await page.getByRole('dialog').getByLabel('Project Name').fill('Checkout')
      await page.getByRole('dialog').getByRole('button', { name: 'Create Project' }).click()
      await page.getByRole('button', { name: 'Open Project' }).click()
      await expect(page).toHaveURL(new RegExp(`^${server.url}/projects/[^/]+$`))

      await page.getByRole('tab', { name: 'Test Runs' }).click()
      await chooseFiles(page, 'Upload report', [{ name: 'cart.xml', text: CART_REPORT }])
      await expect(
        page.getByRole('listitem', { name: 'cart.xml' }).getByText('Recorded', { exact: true }),
      ).toBeVisible()
      await page.reload()
      await page.getByRole('button', { name: 'Start Test Run' }).click()
      const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
      await dialog.getByLabel('Description').fill('Release 1.4')
      await dialog.getByRole('button', { name: 'Start Test Run' }).click()
      await expect(toast(page, 'Test run started successfully')).toBeVisible()
      await expect(page).toHaveURL(/tab=runs&run=/)
      const run = page.url()
      await page.reload()
      await expect(page.getByText('Release 1.4')).toBeVisible()
      await expect(page).toHaveURL(run)
      expect([...wrong, ...strays]).toEqual([])
      await server.close()
    },
  )
}

test(
  'Under a path prefix the API documentation shows it, makes calls to it and keeps its anchors',
  VARIANT,
  async ({ page }) => {
    const { server, strays } = await startBehindProxy('keeps the prefix')
    const wrong = watch(page, server.url)
    await signUp(page, server.url)
    await page.getByRole('link', { name: 'API Documentation' }).click()
    await expect(page.getByText(`${server.url}/api`, { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Sample Workflows' }).click()
    await expect(page).toHaveURL(`${server.url}/api-docs#workflows`)
    await page.getByRole('tab', { name: 'Interactive Reference' }).click()
    await page.getByRole('heading', { name: /^Auth/ }).click()
    await page
      .getByRole('button', { name: /auth\/profile/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await expect(page.locator('.live-responses-table')).toContainText('mary@example.com')
    expect([...wrong, ...strays]).toEqual([])
    await server.close()
  },
)

test('Under a path prefix a 401 leads to its login and back', VARIANT, async ({ page }) => {
  const { server, strays } = await startBehindProxy('strips the prefix')
  await signUp(page, server.url)
  await page.evaluate(() => localStorage.setItem('accessToken', 'no.such.token'))
  await page.goto(`${server.url}/api-docs?tab=guide`)
  await expect(page).toHaveURL(`${server.url}/login`)
  await page.getByLabel('Email').fill('mary@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`${server.url}/api-docs?tab=guide`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${server.url}/login`)
  expect(strays).toEqual([])
  await server.close()
})
