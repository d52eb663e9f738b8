import { expect, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { failRefetch } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { qualityProject } from '#src/testing/quality-data.ts'

type Run = { description: string; branch?: string; environment?: string; value: string; took?: number }

/** Runs of the sample project's automated case, oldest first. */
async function withRuns(server: TestServer, owner: Person, runs: readonly Run[]) {
  const sample = await sampleProject(server, owner)
  const { project, cases } = sample
  const ids: string[] = []
  for (const { value, took, ...facts } of runs) {
    const { body: run } = await server.post(`/test-runs/project/${project.id}`, facts, owner)
    const execution = { testRunId: run.id, actualValue: value, executionTimeMs: took }
    const { status } = await server.post(`/test-cases/${cases.text.id}/execute`, execution, owner)
    expect(status).toBeLessThan(300)
    ids.push(run.id)
  }
  return { ...sample, testCase: cases.text, runIds: ids }
}

const RUNS: Run[] = [
  { description: 'Nightly 1', branch: 'main', environment: 'staging', value: 'Thank you', took: 1_000 },
  { description: 'Nightly 2', branch: 'main', environment: 'staging', value: 'Sorry', took: 4_000 },
  { description: 'Feature', branch: 'next', environment: 'staging', value: 'Sorry', took: 500 },
  { description: 'Nightly 3', branch: 'main', environment: 'live', value: 'Thank you', took: 2_000 },
]

test('The history of a case lists its runs with values and their changes, durations, branch and who', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, testCase, runIds } = await withRuns(server, person, RUNS)
  await openAs(person, `/projects/${project.id}?tab=quality&history=${testCase.ref}`)
  await expect(page.getByRole('heading', { level: 2, name: `${testCase.ref} Confirms the card` })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Runs of the case' }).getByRole('row')
  await expect(rows).toHaveCount(5)
  const [newest, feature, second, first] = [1, 2, 3, 4].map((index) => rows.nth(index))
  await expect(newest!).toContainText(/Nightly 3.*main.*live.*passed.*Thank you.*before: Sorry.*2\.0 s.*Ada Lovelace/s)
  await expect(feature!).not.toContainText('before')
  await expect(second!).toContainText(/failed.*Sorry.*before: Thank you/s)
  await expect(first!).not.toContainText('before')
  const widthOf = async (column: string) => (await newest!.locator(`[data-column=${column}]`).boundingBox())?.width ?? 0
  expect(await widthOf('run')).toBeGreaterThan(240)
  expect(await widthOf('value')).toBeLessThan(await widthOf('run'))
  await expect(newest!.getByRole('link')).toHaveAttribute('href', new RegExp(`tab=runs&run=${runIds[3]}`))
  await newest!.getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(feature!.getByRole('link')).toBeFocused()
  await page.keyboard.press('End')
  await expect(first!.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`run=${runIds[0]}`))
})

test(
  'The history is filtered by branch and environment, in the address, and says when nothing matches',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, testCase } = await withRuns(server, person, RUNS)
    await openAs(person, `/projects/${project.id}?tab=quality&history=${testCase.ref}`)
    const rows = page.getByRole('table', { name: 'Runs of the case' }).getByRole('row')
    await page.getByRole('combobox', { name: 'Branch' }).selectOption('main')
    await expect(rows).toHaveCount(4)
    await expect(page).toHaveURL(/branch=main/)
    await page.getByRole('combobox', { name: 'Environment' }).selectOption('live')
    await expect(rows).toHaveCount(2)
    await page.reload()
    await expect(rows).toHaveCount(2)
    await page.getByRole('combobox', { name: 'Branch' }).selectOption('next')
    await expect(page.getByText('No run matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(5)
    await page.goBack()
    await expect(page.getByText('No run matches')).toBeVisible()
  },
)

test(
  'The history shows 50 runs at a time, and compares the last of a page with the first of the next',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const runs = Array.from({ length: 52 }, (_, index) => ({ description: `Run ${index + 1}`, value: `v${index + 1}` }))
    const { project, testCase } = await withRuns(server, person, runs)
    await openAs(person, `/projects/${project.id}?tab=quality&history=${testCase.ref}`)
    const rows = page.getByRole('table', { name: 'Runs of the case' }).getByRole('row')
    await expect(rows).toHaveCount(51)
    await expect(rows.nth(50)).toContainText(/Run 3.*v3.*before: v2/s)
    await expect(page.getByRole('button', { name: 'Newer' })).toBeDisabled()
    await page.getByRole('button', { name: 'Older' }).click()
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(2)).toContainText('Run 1')
    await expect(page).toHaveURL(/page=2/)
    await page.goBack()
    await expect(rows).toHaveCount(51)
    await page.goto(`/projects/${project.id}?tab=quality&history=${testCase.ref}&page=9`)
    await expect(page.getByText('No runs on this page')).toBeVisible()
    await page.getByRole('button', { name: 'Show the newest runs' }).click()
    await expect(rows).toHaveCount(51)
  },
)

test(
  'A run of a long branch keeps its name and its heads on any width',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const branch = `feature/${'a-part-and-'.repeat(9)}end`
    const runs = [{ description: 'Nightly 1', branch, environment: 'staging', value: 'Thank you', took: 1_000 }]
    const { project, testCase } = await withRuns(server, person, runs)
    await openAs(person, `/projects/${project.id}?tab=quality&history=${testCase.ref}`)
    const table = page.getByRole('table', { name: 'Runs of the case' })
    const cut = table.getByRole('columnheader').filter({ hasText: 'Attempts' })
    expect(await cut.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    const name = await table.getByRole('link', { name: 'Nightly 1' }).boundingBox()
    expect(name?.width).toBeGreaterThan(50)
  },
)

test('A later read that failed leaves the history on the screen', VARIANT, async ({ page, server, person, openAs }) => {
  const { project, testCase } = await withRuns(server, person, RUNS)
  await openAs(person, `/projects/${project.id}?tab=quality&history=${testCase.ref}`)
  const table = page.getByRole('table', { name: 'Runs of the case' })
  await expect(table.getByRole('row')).toHaveCount(5)
  await failRefetch(page, 'testCases.byRef')
  await expect(table).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('A case without runs, and a ref that no case has, say so', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=quality&history=${cases.text.ref}`)
  await expect(page.getByText('No runs yet')).toBeVisible()
  await page.goto(`/projects/${project.id}?tab=quality&history=C999`)
  await expect(page.getByText('Test case not found')).toBeVisible()
})

test(
  'The dots of a case on the Test Suites tab lead to its history, and its panel has them as links',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, testCase, runIds } = await withRuns(server, person, RUNS)
    await openAs(person, `/projects/${project.id}?case=${testCase.ref}`)
    const runs = page.getByRole('list', { name: 'Last 10 runs' }).getByRole('link')
    await expect(runs).toHaveCount(4)
    await expect(runs.last()).toHaveAccessibleName(/^passed, Nightly 3/)
    await expect(runs.last()).toHaveAttribute('href', new RegExp(`run=${runIds[3]}`))
    await page.getByRole('button', { name: 'Close' }).click()
    const row = page.getByRole('group', { name: /Confirms the card/ })
    await row.getByRole('link', { name: 'Last runs: passed, failed, failed, passed' }).click()
    await expect(page.getByRole('table', { name: 'Runs of the case' })).toBeVisible()
    await page.getByRole('link', { name: 'Quality', exact: true }).click()
    await expect(page).toHaveURL(`/projects/${project.id}?tab=quality`)
  },
)

test('A case is quarantined with a reason from its history, is marked in the list and the run, and released', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, testCase, runIds } = await withRuns(server, person, RUNS)
  await openAs(person, `/projects/${project.id}?tab=quality&history=${testCase.ref}`)
  await page.getByRole('button', { name: 'Quarantine', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Quarantine Test Case' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sandbox bank is slow')
  await dialog.getByRole('button', { name: 'Quarantine' }).click()
  await expect(toast(page, 'Quarantined: marked as known flaky')).toBeVisible()
  await expect(page.getByText(/by Ada Lovelace: The sandbox bank is slow/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'End quarantine' })).toBeFocused()
  await page.goto(`/projects/${project.id}?case=${testCase.ref}`)
  await expect(page.getByRole('group', { name: /Confirms the card/ }).getByText('known flaky')).toBeVisible()
  await page.goto(`/projects/${project.id}?tab=runs&run=${runIds[1]}`)
  await expect(page.getByText('1 known flaky')).toBeVisible()
  await page
    .getByRole('row', { name: /Confirms the card/ })
    .getByText('known flaky')
    .waitFor()
  await page.getByRole('button', { name: 'Confirms the card' }).click()
  const actions = page.getByRole('button', { name: 'Case actions' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'End quarantine' }).click()
  await expect(toast(page, 'Quarantine ended: its failures count again')).toBeVisible()
  await expect(actions).toBeFocused()
  await expect(page.getByText('known flaky', { exact: true })).toHaveCount(0)
  expect((await server.get(`/projects/${project.id}/quarantine`, person)).body).toEqual([])
})

test(
  'The history of a flaky case says why it is flaky, in words',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await qualityProject(server, person)
    await openAs(person, `/projects/${project.id}?tab=quality&history=C1`)
    await expect(
      page.getByText('4 flips in 8 runs, 1 passed on retry, always: another value', { exact: true }),
    ).toBeVisible()
    await page.goto(`/projects/${project.id}?tab=quality&history=C3`)
    await expect(page.getByRole('heading', { level: 2, name: 'C3 Cart: case 3' })).toBeVisible()
    await expect(page.getByText('Flaky score')).toBeVisible()
    await expect(page.getByText('Why flaky')).toHaveCount(0)
  },
)
