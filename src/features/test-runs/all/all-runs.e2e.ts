import type { Page } from '@playwright/test'
import { openSecondBrowser } from '#src/testing/second-browser.ts'
import { expect, newPerson, type Person, test, type TestServer, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { twoRuns } from '#src/testing/two-runs.ts'
import { actsOn, entryOf } from '../../keys/key-map.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Runs' })
const row = (page: Page, name: string | RegExp) => grid(page).getByRole('row', { name })
const pathTo = (projectId: string) => `/projects/${projectId}?tab=runs&view=all`
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search runs' })

/** Runs R1 to R3: one on main and staging, one on next and production by somebody else, and a running one. */
async function threeRuns(server: TestServer, owner: Person) {
  const project = await server.project(owner, 'Shop')
  const suite = await server.suite(owner, project.id, 'Cart')
  await server.testCase(owner, suite.id, { name: 'signs in' })
  const start = async (body: object, as = owner) =>
    (await server.post(`/test-runs/project/${project.id}`, body, as)).body as { id: string }
  const bob = await newPerson(server, 'Bob Taylor')
  await server.post(`/projects/${project.id}/members`, { userId: bob.id }, owner)
  const nightly = await start({ description: 'Nightly 1', branch: 'main', environment: 'staging', milestone: 'Spring' })
  const release = await start({ description: 'Release', branch: 'next', environment: 'production' }, bob)
  for (const { id } of [nightly, release]) await server.post(`/test-runs/${id}/complete`, { omitResults: true }, owner)
  const running = await start({ description: 'Nightly 2', branch: 'main', environment: 'staging' })
  return { project, running }
}

test('Runs are found by words and fields, in the address, and Back undoes it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await threeRuns(server, person)
  await openAs(person, pathTo(project.id))
  await expect(row(page, /^R\d/)).toHaveCount(3)
  const finds = async (text: string, refs: string[]) => {
    await search(page).fill(text)
    await expect(row(page, /^R\d/)).toHaveCount(refs.length)
    for (const ref of refs) await expect(row(page, new RegExp(`^${ref} `))).toBeVisible()
  }
  await finds('nightly', ['R3', 'R1'])
  await finds('branch:main status:completed', ['R1'])
  await finds('by:bob', ['R2'])
  await finds('by:me env:staging milestone:Spring', ['R1'])
  await finds('env:staging,production -branch:next', [])
  await expect(page.getByText('remove the minus before “branch:”')).toBeVisible()
  await finds('by:zoe', [])
  await expect(page.getByText('Nobody named “zoe” started a run.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(page, /^R\d/)).toHaveCount(3)
  await page.getByRole('button', { name: 'Branch' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'next' }).click()
  await expect(page).toHaveURL(/view=all&q=branch:next$/)
  await expect(row(page, /^R\d/)).toHaveCount(1)
  await page.goBack()
  await expect(row(page, /^R\d/)).toHaveCount(3)
  await expect(search(page)).toHaveValue('')
})

test('A run that somebody starts or ends appears in All Runs at once', async ({
  page,
  browser,
  server,
  person,
  openAs,
}) => {
  const { project, running } = await threeRuns(server, person)
  await openAs(person, pathTo(project.id))
  await expect(row(page, 'R3 Nightly 2, running')).toBeVisible()
  const second = await openSecondBrowser(browser, server, person, pathTo(project.id))
  await expect(row(second, 'R3 Nightly 2, running')).toBeVisible()
  await server.post(`/test-runs/${running.id}/complete`, { omitResults: true }, person)
  await server.run(person, project.id, 'Nightly 3')
  for (const each of [page, second]) {
    await expect(row(each, 'R3 Nightly 2, completed')).toBeVisible()
    await expect(row(each, 'R4 Nightly 3, running')).toBeVisible()
    await expect(row(each, /^R\d/)).toHaveCount(4)
  }
  await second.context().close()
})

test('A row of All Runs shows its results, pass rate, new failures and where it is from', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, after } = await twoRuns(server, person)
  await openAs(person, pathTo(project.id))
  const nightly = row(page, 'R2 Nightly 5, completed')
  await expect(nightly.getByRole('img', { name: '2 failed, 1 error, 5 passed' })).toBeVisible()
  for (const text of ['62%', 'Ada Lovelace', 'main', 'staging']) await expect(nightly).toContainText(text)
  await nightly.getByRole('link', { name: '2 new failures, compare' }).click()
  await expect(page).toHaveURL(new RegExp(`compare=\\.\\.${after.id}$`))
  await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
})

test(
  '250 runs load by pages as the list scrolls, each once and in order',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    for (let batch = 0; batch < 250; batch += 25)
      await Promise.all(Array.from({ length: 25 }, () => server.run(person, project.id)))
    await openAs(person, pathTo(project.id))
    await expect(row(page, /^R250 /)).toBeVisible()
    await page.keyboard.press('j')
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(row(page, /^R1 /)).toBeInViewport({ timeout: 500 })
    }).toPass()
    await expect(row(page, /^R1 /)).toBeFocused()
    await expect(row(page, /^R1 /)).toHaveAttribute('aria-rowindex', '251')
    expect(await row(page, /^R\d/).count()).toBeLessThan(80)
  },
)

const KEYS = {
  openRun: async (page: Page) => await expect(page.getByRole('heading', { name: 'Nightly 2' })).toBeVisible(),
  compare: async (page: Page) => await expect(page.getByRole('heading', { name: 'Compare' })).toBeVisible(),
} satisfies Record<ReturnType<typeof actsOn<'runs'>>[number], (page: Page) => Promise<void>>

for (const act of actsOn('runs'))
  test(`The key of All Runs works: ${entryOf(act).title}`, async ({ page, server, person, openAs }) => {
    const { project } = await threeRuns(server, person)
    await openAs(person, pathTo(project.id))
    await expect(row(page, /^R3 /)).toBeVisible()
    await page.keyboard.press('j')
    await expect(row(page, /^R3 /)).toBeFocused()
    if (act === 'compare') for (const key of ['x', 'j', 'j', 'x', 'k']) await page.keyboard.press(key)
    await page.keyboard.press(entryOf(act).keys[0] ?? '')
    await KEYS[act](page)
  })

test('Escape in All Runs clears the selection, then the search', async ({ page, server, person, openAs }) => {
  const { project } = await threeRuns(server, person)
  await openAs(person, `${pathTo(project.id)}&q=nightly`)
  await expect(row(page, /^R\d/)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(row(page, /^R\d/)).toHaveCount(3)
})

test('All Runs of a project without runs offers to start one', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&view=all`)
  await expect(page.getByText('No runs yet')).toBeVisible()
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await dialog.getByLabel('Description').fill('The first')
  await dialog.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(page).toHaveURL(/run=/)
  await page.goBack()
  await expect(page.getByRole('grid', { name: 'Runs' }).getByRole('row', { name: /R1 The first/ })).toBeVisible()
})

test(
  'A number of new failures that is not read yet is a skeleton, and columns of a wide screen have a maximal width',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await threeRuns(server, person)
    await page.setViewportSize({ width: 1920, height: 1080 })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/quality\.newFailures/, async (route) => {
      await released
      await route.continue()
    })
    await openAs(person, pathTo(project.id))
    const cell = row(page, /^R1 /).locator('[data-column=new]')
    await expect(cell.locator('.mantine-Skeleton-root')).toBeVisible()
    await expect(cell).toHaveText('')
    release()
    await expect(cell).toHaveText('0')
    const widths = await row(page, /^R1 /)
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((each) => each.getBoundingClientRect().width))
    expect(Math.max(...widths)).toBeLessThan(740)
  },
)
