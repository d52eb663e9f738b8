import { readFile } from 'node:fs/promises'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { fillProject, today } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('A run is exported from its menu in five formats, each under the name of the project and the run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  for (const [label, extension, content] of [
    ['HTML', 'html', /<html/i],
    ['CSV', 'csv', /answers with the refund/],
    ['JSON', 'json', /"results":\s*\[/],
    ['JUnit', 'xml', /<testsuites/],
    ['CTRF', 'ctrf.json', /"reportFormat":\s*"CTRF"/],
  ] as const) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: label, exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`Shop-${run.ref}.${extension}`)
    expect(await readFile(await file.path(), 'utf8')).toMatch(content)
  }
})

test('An export that fails says so', async ({ page, server, person, openAs }) => {
  const { project, run } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await page.route(/\/export\?/, (route) => route.abort())
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  await expect(toast(page, 'Failed to export the test run')).toBeVisible()
})

test('An export says that it is being prepared until the file is there', async ({ page, server, person, openAs }) => {
  const { project, run } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  const held = Promise.withResolvers<void>()
  await page.route('**/export?format=csv', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Notifications' }).getByText('Preparing the download…')
  await expect(notice).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  const isCut = (element: Element) => element.scrollWidth > (element.parentElement?.clientWidth ?? 0)
  expect(await notice.evaluate(isCut)).toBe(false)
  const file = page.waitForEvent('download')
  held.resolve()
  await file
  await expect(notice).toHaveCount(0)
})

test('A link to a run is made, shown once, copied, made anew in one press and ended', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project, run } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
  }
  await open()
  const dialog = page.getByRole('dialog', { name: 'Share Test Run' })
  await dialog.getByRole('combobox', { name: 'Expires in' }).selectOption('90 days')
  expect((await server.get(`/test-runs/${run.id}/share`, person)).body).toBeNull()
  const holdsFocus = dialog.locator(':scope:focus-within')
  await dialog.getByRole('button', { name: 'Create link' }).press('Enter')
  await expect(dialog.getByRole('status')).toContainText('by Ada Lovelace')
  await expect(holdsFocus).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(link)
  const { expiresAt } = (await server.get(`/test-runs/${run.id}/share`, person)).body
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await open()
  await expect(dialog.getByText('It was shown when it was made')).toBeVisible()
  await expect(dialog.getByRole('status')).toContainText(
    `Made on ${today()} by Ada Lovelace, ends ${today(new Date(expiresAt))}.`,
  )
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Replace link' }).click()
  const another = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(another).not.toBe(link)
  const share = (await server.get(`/test-runs/${run.id}/share`, person)).body
  expect(Math.round((Date.parse(share.expiresAt) - Date.now()) / 86_400_000)).toBe(90)
  expect((await server.get(`/shared-runs/${link.split('/').at(-1)}`)).status).toBe(404)
  expect((await server.get(`/shared-runs/${another.split('/').at(-1)}`)).status).toBe(200)
  await dialog.getByRole('button', { name: 'End link' }).press('Enter')
  await expect(toast(page, 'Link ended')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
  await expect(holdsFocus).toBeVisible()
  expect((await server.get(`/shared-runs/${another.split('/').at(-1)}`)).status).toBe(404)
})

test(
  'A link that was ended in another window is no longer shown after End link',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, run } = await runOf60(server, person)
    await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Test Run' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toBeVisible()
    await server.delete(`/test-runs/${run.id}/share`, person)
    await dialog.getByRole('button', { name: 'End link' }).click()
    await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveCount(0)
  },
)

test('Print opens every result of the run on a page of its own, and prints it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const item = page.getByRole('menuitem', { name: 'Print' })
  await expect(item).toHaveAttribute('target', '_blank')
  await page.addInitScript(() => {
    Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: true }) })
  })
  await page.goto((await item.getAttribute('href')) ?? '')
  const results = page.getByRole('region', { name: 'All results' })
  await expect(results.getByText('emptied after an order')).toBeVisible()
  await expect(results.locator('section > div')).toHaveCount(60)
  await expect.poll(() => page.evaluate(() => 'printed' in globalThis)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
})

test('Of a run with more than 1,000 results, the failures and the suites are printed, and paper says so', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 21, 50)
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
  const failing = [
    { number: 1_040, status: 'failed', errorMessage: 'answers with the refund' },
    { number: 3, status: 'error', errorMessage: 'timeout after 30 s' },
    { number: 300, status: 'failed', errorMessage: 'no field for a voucher' },
  ]
  const results = failing.map(({ number, ...outcome }) => ({ testCaseId: run.results[number].testCase.id, ...outcome }))
  expect((await server.post(`/test-runs/${run.id}/results`, { results }, person)).status).toBe(201)
  await page.addInitScript(() => {
    Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: true }) })
  })
  await openAs(person, `/projects/${project.id}/runs/${run.id}/print`)
  await expect(page.getByText('Shows the 3 failed of 1,050 results')).toBeVisible()
  const failures = page.getByRole('region', { name: '3 failures' })
  await expect(failures.getByRole('heading', { level: 3 })).toHaveText(['1 Suite 1', '7 Suite 7', '21 Suite 21'])
  await expect(failures.getByText('timeout after 30 s')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Suites' }).getByRole('row')).toHaveCount(22)
  await expect(page.getByRole('region', { name: 'All results' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => 'printed' in globalThis)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Shows the 3 failed of 1,050 results')).toBeVisible()
})
