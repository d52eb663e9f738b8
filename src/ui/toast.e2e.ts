import { expect, test, toast } from '#src/testing/fixtures.ts'

test('A toast is announced to screen readers and disappears', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Stays')
  await page.route('**/trpc/projects.delete**', (route) => route.abort())
  await openAs(person, '/')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const shown = toast(page, 'Failed to delete project')
  await expect(shown).toBeVisible()
  await expect(page.locator('[aria-live=polite]').filter({ has: shown })).toHaveCount(1)
  await page.mouse.move(10, 10)
  await expect(shown).toHaveCount(0)
})
