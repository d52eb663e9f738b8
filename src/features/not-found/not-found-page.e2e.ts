import { expect, test } from '#src/testing/fixtures.ts'

test('An unknown address shows “Page not found” and links to the projects', async ({ page, person, openAs }) => {
  await openAs(person, '/no/such/screen')
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Projects' }).click()
  await expect(page).toHaveURL('/')
})
