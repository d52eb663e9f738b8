import { readFile } from 'node:fs/promises'
import { expect, newPerson, test } from '#src/testing/fixtures.ts'
import { abort } from '#src/testing/inspect.ts'

test('The owner of a project reads its audit log, filters it and exports it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person, 'Shop')
  const tess = await newPerson(server, 'Tess')
  await server.member(person, project.id, tess)
  await server.patch(`/projects/${project.id}`, { name: 'Cart', description: 'Pay\nhere' }, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const events = page.getByRole('table', { name: 'Events' })
  const rows = events.getByRole('rowheader')

  await test.step('Settings lead to the log, newest event first, with who, what and to whom', async () => {
    await page.getByRole('link', { name: 'Open Audit Log' }).click()
    await expect(page).toHaveURL(/tab=settings&view=audit$/)
    await expect(rows).toHaveText(['Changed the project', 'Added a member', 'Made a project'])
    await expect(events.getByRole('row').nth(2)).toContainText('Tess')
    await expect(events.getByRole('row').nth(2)).toContainText('Ada Lovelace')
  })
  await test.step('The keys move between the events, and Enter shows what changed', async () => {
    await rows.first().getByRole('button').focus()
    await page.keyboard.press('End')
    await expect(rows.last().getByRole('button')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const changes = page.getByRole('table', { name: 'Changed fields' })
    await expect(changes.getByRole('row').nth(1)).toHaveText('nameShopCart')
    await expect(changes.getByRole('row').nth(2)).toContainText('none')
    await expect(page.getByText('127.0.0.1')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(changes).toHaveCount(0)
  })
  await test.step('A search, an action and a day leave out other events, and stand in the address', async () => {
    await page.getByLabel('Search events').fill('tess')
    await expect(rows).toHaveText(['Added a member'])
    await page.getByLabel('Search events').fill('')
    await expect(rows).toHaveCount(3)
    await page.getByLabel('Action').selectOption('Made a project')
    await expect(rows).toHaveText(['Made a project'])
    await page.reload()
    await expect(rows).toHaveText(['Made a project'])
    await page.getByLabel('Until').fill('2020-01-31')
    await expect(page.getByText('No event matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(3)
  })
  await test.step('The export has what the filter shows, and is an event', async () => {
    await page.getByLabel('Action').selectOption('Added a member')
    await expect(rows).toHaveText(['Added a member'])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^audit-.+\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('member.added')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Open Audit Log' }).click()
    await expect(rows.first()).toHaveText('Exported the audit log')
  })
  await test.step('A tester sees no audit log', async () => {
    await openAs(tess, `/projects/${project.id}?tab=settings&view=audit`)
    await expect(page.getByText('Project Information')).toBeVisible()
    await expect(page.getByText('Audit Log')).toHaveCount(0)
  })
})

test('An administrator reads the audit log of all projects', async ({ page, server, person, admin, openAs }) => {
  const project = await server.project(person, 'Shop of many')
  for (let count = 0; count < 60; count++)
    await server.patch(`/projects/${project.id}`, { description: `Version ${count}` }, person)
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('rowheader')

  await test.step('The tab of the admin panel lists them with projects and networks, in pages', async () => {
    await openAs(admin, '/admin')
    await page.getByRole('tab', { name: 'Audit Log' }).click()
    await expect(page).toHaveURL('/admin?tab=audit')
    await expect(rows).toHaveCount(50)
    await expect(page.getByRole('row').nth(1)).toContainText('Shop of many')
    await page.getByRole('button', { name: 'Show older' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(50)
    await rows.first().getByRole('button').click()
    await expect(page.getByText('127.0.0.1')).toBeVisible()
  })
  await test.step('A button shows only what one person did', async () => {
    await page.getByRole('button', { name: 'Show only what Ada Lovelace did' }).click()
    await expect(page.getByLabel('Who')).toHaveValue(person.id)
    await page.getByLabel('Action').selectOption('Made a project')
    await expect(rows).toHaveText(['Made a project'])
  })
  await test.step('A log that cannot be read says so, and is read again', async () => {
    await abort(page, 'audit.list')
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Failed')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows).toHaveText(['Made a project'])
  })
})

test('The audit log on a phone shows what each event was in full, and its time at the edge', async ({
  page,
  server,
  person,
  admin,
  openAs,
}) => {
  const project = await server.project(person, 'Shop of a phone')
  await server.post(`/invite/create/${project.id}`, { email: `${'eve'.repeat(20)}@example.com` }, person)
  await server.patch(`/projects/${project.id}`, { name: 'Shop with a long name '.repeat(8) }, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(admin, `/admin?tab=audit&by=${person.id}`)
  const events = page.getByRole('table', { name: 'Events' })
  await expect(events.getByRole('rowheader')).toHaveText([
    'Changed the project',
    'Invited somebody',
    'Made a project',
    'Made a user',
  ])
  const cut = await events
    .getByRole('rowheader')
    .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent))
  expect(cut).toEqual([])
  const ends = await events.locator('[data-column="time"] time').evaluateAll((times) => {
    const rights = times.map((time) => Math.round(time.getBoundingClientRect().right))
    return [...new Set(rights)]
  })
  expect(ends).toHaveLength(1)
})
