import { expect, test } from '#src/testing/fixtures.ts'

test('A question asked before its window has been loaded is asked as soon as it is there', async ({ page, person, server, openAs }) => {
  await server.project(person, 'Checkout')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/overlays-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openAs(person, '/projects')
  await page.getByRole('button', { name: 'Delete' }).click()
  release()
  await expect(page.getByText('Are you sure you want to delete this project? This action cannot be undone.')).toBeVisible()
})
