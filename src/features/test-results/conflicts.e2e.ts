import type { Page } from '@playwright/test'
import { openSecondBrowser, withoutLive } from '#src/testing/second-browser.ts'
import { expect, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { caseRow, field, row, twoTesters } from '#src/testing/live-run.ts'

/* Two people at one result: whoever is slower sees the other's entry and chooses. */

const choice = (page: Page) => page.getByRole('group', { name: 'Choose an entry' })
const told = (page: Page, value: string) => toast(page, `Tess has set "${value}" since you read this result`)

async function atOneResult(server: TestServer, ada: Person) {
  const testers = await twoTesters(server, ada)
  const { run } = testers
  const stored = async (number = 0) => (await server.get(`/test-runs/${run.id}`, ada)).body.results[number]
  const values = async () =>
    (await server.get(`/test-runs/result/${run.results[0].id}/attempts`, ada)).body.map(
      ({ actualValue }: any) => actualValue,
    )
  return { ...testers, stored, values }
}

async function enter(page: Page, value: string): Promise<void> {
  await field(page).fill(value)
  await page.keyboard.press('Enter')
}

/** Opens the run, and enters a value at a result where Tess has entered another one meanwhile. */
async function comeSecond(
  page: Page,
  openAs: (as: Person, path: string) => Promise<void>,
  person: Person,
  { path, setAsTess }: Awaited<ReturnType<typeof atOneResult>>,
) {
  await withoutLive(page)
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  await setAsTess('Thanks')
  await enter(page, 'Thank you')
}

test('Of two people at one result the slower sees the conflict and keeps the other’s entry', async ({
  page,
  browser,
  server,
  person,
  openAs,
}) => {
  const { tess, path, stored, values } = await atOneResult(server, person)
  await withoutLive(page)
  await openAs(person, path)
  const other = await openSecondBrowser(browser, server, tess, path)
  await expect(field(page)).toBeVisible()
  await enter(other, 'Thanks')
  await expect(toast(other, 'Test result saved successfully')).toBeVisible()
  await enter(page, 'Thank you')
  await expect(told(page, 'Thanks')).toBeVisible()
  await expect(choice(page)).toContainText('Tess recorded Thanks')
  await expect(choice(page)).toContainText('You entered Thank you')
  await expect(row(page, '1.2 Adds up the total').getByLabel('Actual Value')).toBeFocused()
  await choice(page).getByRole('button', { name: 'Take theirs' }).focus()
  await page.keyboard.press('Enter')
  await expect(choice(page)).toBeHidden()
  await expect(field(page)).toHaveValue('Thanks')
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('To decide:')).toBeHidden()
  expect([await stored(), await values()]).toMatchObject([
    { actualValue: 'Thanks', executedBy: { name: 'Tess' } },
    ['Thanks'],
  ])
  await other.context().close()
})

test(
  'A conflicting entry survives a reload unsent, and is saved when chosen',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const testers = await atOneResult(server, person)
    const { stored, values } = testers
    await comeSecond(page, openAs, person, testers)
    await expect(choice(page)).toBeVisible()
    const sent: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('testResults.setMany') && sent.push(request.postData() ?? '')),
    )
    await page.reload()
    await expect(field(page)).toHaveValue('Thank you')
    await expect(row(page).getByText('Undecided')).toBeVisible()
    await expect(page.getByText('To decide: 1.1 Confirms the card')).toBeVisible()
    const other = field(page, '1.2 Adds up the total')
    await other.fill('42.50')
    await other.press('Enter')
    await expect.poll(async () => (await stored(1)).status).toBe('passed')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain('42.50')
    expect(await values()).toEqual(['Thanks'])
    await field(page).focus()
    await page.keyboard.type('!')
    await page.keyboard.press('End')
    await choice(page).getByRole('button', { name: 'Keep mine' }).click()
    await expect(choice(page)).toBeHidden()
    await expect(field(page)).toBeFocused()
    const entered = await field(page).inputValue()
    expect(entered).toContain('!')
    await expect
      .poll(() => stored())
      .toMatchObject({ actualValue: entered, attempts: 2, executedBy: { name: 'Ada Lovelace' } })
    expect(await values()).toEqual(['Thanks', entered])
  },
)

test('A value entered while the user resolves a conflict starts another conflict', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const testers = await atOneResult(server, person)
  const { stored, setAsTess } = testers
  await comeSecond(page, openAs, person, testers)
  await expect(told(page, 'Thanks')).toBeVisible()
  await setAsTess('Cheers')
  await choice(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect(told(page, 'Cheers')).toBeVisible()
  await expect(choice(page)).toContainText('Cheers')
  await choice(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => stored()).toMatchObject({ actualValue: 'Thank you', attempts: 3 })
})

test(
  'The notice of an unresolved conflict links to its run, and disappears with the run',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const testers = await atOneResult(server, person)
    const { project, run, path } = testers
    await comeSecond(page, openAs, person, testers)
    await expect(choice(page)).toBeVisible()
    const next = await server.run(person, project.id, 'Release 1.5')
    const other = await server.project(person, 'Accounts')
    const link = page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('link', { name: '1.1 Confirms the card' })
    await page.goto(`/projects/${other.id}?tab=runs`)
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(choice(page)).toBeVisible()
    await page.goto(`/projects/${project.id}?tab=runs&run=${next.id}`)
    await expect(link).toBeVisible()
    await server.delete(`/test-runs/${run.id}`, person)
    await page.reload()
    await expect(toast(page, '1.1 Confirms the card: Test run not found')).toBeVisible()
    await expect(link).toBeHidden()
  },
)

test('A draft conflicts with a value recorded after the draft began', async ({ page, server, person, openAs }) => {
  const { path, setAsTess } = await atOneResult(server, person)
  await openAs(person, path)
  await field(page).fill('Thank you')
  await setAsTess('Thanks')
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(row(page)).toHaveAccessibleName(/, failed$/, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(told(page, 'Thanks')).toBeVisible()
})

test('A boolean answered by somebody else conflicts, unless the answer is the same', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, stored, setAsTess } = await atOneResult(server, person)
  await withoutLive(page)
  await openAs(person, path)
  const flag = row(page, '1.3 Keeps the cart')
  await expect(flag).toBeVisible()
  await setAsTess('false', 2)
  await flag.getByRole('switch', { name: 'Actual Value' }).click()
  await expect(flag.getByRole('group', { name: 'Choose an entry' })).toBeVisible()
  await flag.getByRole('button', { name: 'Take theirs' }).click()
  await expect(flag.getByRole('switch', { name: 'Actual Value' })).toBeFocused()
  await expect(flag.getByRole('switch', { name: 'Actual Value' })).not.toBeChecked()
  await setAsTess('true', 2)
  await flag.getByRole('switch', { name: 'Actual Value' }).click()
  await expect(toast(page, 'Test result saved successfully')).toBeVisible()
  expect(await stored(2)).toMatchObject({ actualValue: 'true', attempts: 3, executedBy: { name: 'Ada Lovelace' } })
})

test('One’s own entry with a lost answer does not conflict with the next', async ({ page, server, person, openAs }) => {
  const { path, stored } = await atOneResult(server, person)
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  await page.route(
    /testResults\.setMany/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await enter(page, 'Thanks')
  await expect(row(page).getByText('Not saved yet')).toBeVisible()
  await enter(page, 'Thank you')
  await expect.poll(() => stored()).toMatchObject({ actualValue: 'Thank you', attempts: 2 })
  await expect(choice(page)).toBeHidden()
})

test('A value that the same user recorded elsewhere conflicts with the one typed here', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path, stored } = await atOneResult(server, person)
  await openAs(person, path)
  await field(page).focus()
  await page.keyboard.type('Thank you')
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thanks' }, person)
  await page.keyboard.press('Enter')
  await expect(choice(page)).toContainText('Ada Lovelace recorded Thanks')
  await choice(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => stored()).toMatchObject({ actualValue: 'Thank you', attempts: 2 })
})

test(
  'The run dialog shows the current value and resolves conflicts',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, path, stored, setAsTess } = await atOneResult(server, person)
    await setAsTess('Hello')
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    const open = caseRow(page).getByRole('button', { name: 'Run Test Case' })
    const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
    await open.click()
    await expect(dialog).toContainText('So far: Tess')
    await setAsTess('Thanks')
    await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
    await dialog.getByLabel('Notes').fill('In Firefox')
    await dialog.getByRole('button', { name: 'Save Result' }).click()
    await expect(told(page, 'Thanks')).toBeVisible()
    await expect(choice(page)).toBeFocused()
    await page.goto(path)
    await expect(choice(page)).toContainText('In Firefox')
    await page.goto(`/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    await open.click()
    await expect(dialog).toContainText('Thanks')
    await setAsTess('Cheers')
    await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
    await dialog.getByRole('button', { name: 'Save Result' }).click()
    await expect(choice(page)).toContainText('Cheers')
    await setAsTess('Hello')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(choice(page)).toContainText('Hello')
    await expect(choice(page)).toBeFocused()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toMatchObject({ actualValue: 'Thank you', attempts: 5 })
    await page.goto(path)
    await expect(field(page)).toHaveValue('Thank you')
    await expect(choice(page)).toBeHidden()
  },
)

test('The run dialog closes when the other’s entry is kept', VARIANT, async ({ page, server, person, openAs }) => {
  const { project, stored, setAsTess } = await atOneResult(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await caseRow(page).getByRole('button', { name: 'Run Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  await expect(dialog.getByLabel('Actual Value', { exact: true })).toBeVisible()
  await setAsTess('Thanks')
  await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject({ actualValue: 'Thanks', attempts: 1 })
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsavedResults'))),
  ).toEqual([])
})
