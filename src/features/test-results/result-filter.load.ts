import type { Page } from '@playwright/test'
import { row, rows } from '#src/testing/result-row.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { fillProject, quickest } from '#src/testing/project-data.ts'

const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show results' }).getByRole('button', { name: new RegExp(`^[\\d,]+ ${name}$`) })

test('The failures among 10,000 results are shown as fast as among a few', async ({ page, server, person, openAs }) => {
  test.setTimeout(120_000)
  const showing = async (suites: number) => {
    const project = await server.project(person, `${suites} suites`)
    await fillProject(server, project.id, suites, 50)
    const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
    for (const number of [40, suites * 50 - 10])
      await server.patch(`/test-runs/result/${run.results[number].id}`, { actualValue: 'no' }, person)
    const showFailures = async () => {
      await filter(page, 'all').click()
      await expect(row(page, '1.1 Case 1 of suite 1')).toBeVisible()
      await filter(page, 'failed').click()
      await expect(row(page, `${suites}.41 Case 41 of suite ${suites}`)).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
    }
    const prepare = async () => {
      await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
      await showFailures()
    }
    return { prepare, step: showFailures }
  }
  const [small = NaN, large = NaN] = await quickest(await showing(2), await showing(200))
  expect(large).toBeLessThan(Math.max(small * 2, 400))
})
