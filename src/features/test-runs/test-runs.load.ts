import { row } from '#src/testing/result-row.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { ATTEMPTS, fillProject, quickest } from '#src/testing/project-data.ts'

test('A run over 10,000 cases opens as fast as a small one', async ({ page, server, person, openAs }) => {
  test.setTimeout(120_000)
  const open = async (suites: number) => {
    const project = await server.project(person, `${suites} suites`)
    await fillProject(server, project.id, suites, 50)
    await server.post(`/test-runs/project/${project.id}`, { omitResults: true }, person)
    let bytes = 0
    page.on('response', (response) => {
      if (response.url().includes('/trpc/'))
        void response.body().then(
          (body) => (bytes += body.length),
          () => undefined,
        )
    })
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const first = row(page, '1.1 Case 1 of suite 1')
    const ms = await quickest(async (attempt) => {
      await page.reload()
      await first.getByLabel('Actual Value').fill(`attempt ${attempt}`)
      await page.keyboard.press('Enter')
      await expect(first.getByText('failed')).toBeVisible()
    })
    return { ms, bytes: bytes / ATTEMPTS }
  }
  const small = await open(2)
  const large = await open(200)
  expect(large.bytes).toBeLessThan(2_000_000)
  expect(large.ms).toBeLessThan(Math.max(small.ms * 2, 400))
  await page.keyboard.press('End')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(row(page, '200.50 Case 50 of suite 200')).toBeVisible()
})
