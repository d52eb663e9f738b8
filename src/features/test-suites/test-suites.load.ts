import { expect, test } from '#src/testing/fixtures.ts'
import { ATTEMPTS, fillProject, quickest } from '#src/testing/project-data.ts'

test('A project of 10,000 cases opens as fast as a small one', async ({ page, server, person, openAs }) => {
  test.setTimeout(120_000)
  const opening = async (suites: number) => {
    const project = await server.project(person, `${suites} suites`)
    await fillProject(server, project.id, suites, 50)
    let bytes = 0
    page.on('response', (response) => {
      if (response.url().includes('/trpc/') && page.url().includes(project.id))
        void response.body().then(
          (body) => (bytes += body.length),
          () => undefined,
        )
    })
    const showCase = async () => {
      await page.getByRole('button', { name: /^1\s*Suite 1\b/ }).click()
      await expect(page.getByText('Case 1 of suite 1', { exact: true })).toBeVisible()
    }
    return {
      prepare: async () => {
        await openAs(person, `/projects/${project.id}`)
        await showCase()
      },
      step: async () => {
        await page.reload()
        await showCase()
      },
      /** Per attempt, which loads the page twice. */
      bytes: () => bytes / ATTEMPTS,
    }
  }
  const [small, large] = [await opening(2), await opening(200)]
  const [smallMs = NaN, largeMs = NaN] = await quickest(small, large)
  expect(large.bytes()).toBeLessThan(2_000_000)
  expect(largeMs).toBeLessThan(Math.max(smallMs * 2, 400))
  await page.mouse.wheel(0, 1_000_000)
  await expect(page.getByText('Suite 200', { exact: true })).toBeVisible()
})
