import { expect, test } from '#src/testing/fixtures.ts'

// Only scripts that no other test has loaded can fail.
test.use({ hasOwnContext: true })

test('An app whose script is not loaded says so, and Reload starts it', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '' }),
  )
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('Assay could not be loaded. The server may be restarting.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('An app that may not store data says so', async ({ browser, server }) => {
  // Its own page: the scripts of the app throw.
  const page = await browser.newPage()
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  await page.goto(`${server.url}/login`)
  await expect(page.getByRole('alert')).toContainText('Allow this site to store data, then reload the page.')
  await page.close()
})
