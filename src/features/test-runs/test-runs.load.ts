import { row } from '#src/testing/result-row.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { ATTEMPTS, fillProject, quickest } from '#src/testing/project-data.ts'

test('A run over 10,000 cases opens as fast as a small one', async ({ page, server, person, openAs }) => {
  test.setTimeout(120_000)
  const opening = async (suites: number) => {
    const project = await server.project(person, `${suites} suites`)
    await fillProject(server, project.id, suites, 50)
    await server.post(`/test-runs/project/${project.id}`, { omitResults: true }, person)
    let bytes = 0
    page.on('response', (response) => {
      if (response.url().includes('/trpc/') && page.url().includes(project.id))
        void response.body().then(
          (body) => (bytes += body.length),
          () => undefined,
        )
    })
    const first = row(page, '1.1 Case 1 of suite 1')
    return {
      prepare: async () => {
        await openAs(person, `/projects/${project.id}?tab=runs`)
        await expect(first).toBeVisible()
      },
      step: async (attempt: number) => {
        await page.reload()
        await first.getByLabel('Actual Value').fill(`attempt ${attempt}`)
        await page.keyboard.press('Enter')
        await expect(first.getByText('failed')).toBeVisible()
      },
      /** Per attempt, which loads the page twice. */
      bytes: () => bytes / ATTEMPTS,
    }
  }
  const [small, large] = [await opening(2), await opening(200)]
  const [smallMs = NaN, largeMs = NaN] = await quickest(small, large)
  expect(large.bytes()).toBeLessThan(2_000_000)
  expect(largeMs).toBeLessThan(Math.max(smallMs * 2, 400))
  await page.keyboard.press('End')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(row(page, '200.50 Case 50 of suite 200')).toBeVisible()
})
