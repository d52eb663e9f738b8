import { NOW, ticking } from '#src/testing/clock.ts'
import { expect, test, toast } from '#src/testing/fixtures.ts'

// A mocked clock would stay in a shared context.
test.use({ hasOwnContext: true })

test('A toast disappears exactly 5000 ms after it appears', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Stays')
  await page.route('**/trpc/projects.delete**', (route) => route.abort())
  await page.clock.install()
  await openAs(person, '/')
  await page.getByRole('button', { name: 'Delete' }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  await expect(button).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await button.click()
  await page.mouse.move(10, 10)
  const shown = toast(page, 'Failed to delete project')
  await ticking(page, () => expect(shown).toHaveCount(1, NOW))
  await page.clock.runFor(4_900)
  await expect(shown).toBeVisible()
  await page.clock.runFor(100)
  await ticking(page, () => expect(shown).toHaveCount(0, NOW))
})
