import { expect, keepToasts, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('A deletion that is restored from the Trash takes the Undo of its toast with it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: /^1\.1 / }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const deleted = toast(page, 'Test case deleted successfully')
  await expect(deleted.getByRole('button', { name: 'Undo' })).toBeVisible()
  await keepToasts(page)
  await page.getByRole('button', { name: 'Trash' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Trash' }).getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 test case restored')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('An assignment of many cases offers Undo, which Z takes away with it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'Select 1.13', exact: true }).click()
  await page.getByRole('button', { name: 'Select 1.14', exact: true }).click({ modifiers: ['Shift'] })
  await keepToasts(page)
  await page.keyboard.press('m')
  await expect(row(page, '1.14').getByTitle('Ada Lovelace')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '1.14').getByTitle('Ada Lovelace')).toBeHidden()
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('The key . goes past automated cases to the next one that a person can judge', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('End')
  await expect(row(page, '3.20')).toBeFocused()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowUp')
  await expect(row(page, '3.15')).toBeFocused()
  await page.keyboard.press('.')
  await expect(row(page, '1.1')).toBeFocused()
})

test('Z says that a verdict was not undone which somebody else has changed since', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, project, resultOf } = await runOf60(server, person)
  const tess = await newPerson(server, 'Tess')
  await addTester(server, person, project.id, tess)
  await openAs(person, path)
  await row(page, '1.13').focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: '28 passed' })).toBeVisible()
  await server.patch(`/test-runs/result/${resultOf('1.13').id}`, { actualValue: 'sold out' }, tess)
  await expect(row(page, '1.13')).toHaveAccessibleName(/, failed$/)
  await page.keyboard.press('z')
  await expect(page.getByText('Not undone, the result has changed since: 1.13 Cart: takes two vouchers')).toBeVisible()
  await expect(page.getByText('Undone: 1 case')).toHaveCount(0)
  await expect(row(page, '1.13')).toHaveAccessibleName(/, failed$/)
})

test('An assignment that the server does not take is not told as made, and Z takes back the act before it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.13')).toBeVisible()
  await row(page, '1.13').focus()
  await page.keyboard.press('s')
  await expect(page.getByRole('button', { name: '2 skipped' })).toBeVisible()
  await page.route(/testResults\.setMany/, (route) => route.abort())
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('m')
  await expect(page.getByText('Failed to save test result')).toBeVisible()
  await expect(page.getByText('assigned to Ada Lovelace')).toHaveCount(0)
  await page.unroute(/testResults\.setMany/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect(row(page, '1.13')).toHaveAccessibleName(/, pending$/)
})

test.describe(() => {
  test.use({ hasOwnContext: true })

  test('The menu of assignees opens with the members it knows when they cannot be read again', async ({
    page,
    server,
    person,
    openAs,
  }) => {
    const { path } = await runOf60(server, person)
    await page.clock.install()
    await openAs(person, path)
    await row(page, '1.13').focus()
    let refused = 0
    await page.route(/members\.list/, async (route) => {
      await route.abort()
      refused += 1
    })
    // What was read is stale then.
    await page.clock.fastForward(10_000)
    await page.keyboard.press('a')
    // The second one is the last.
    await expect.poll(() => refused).toBe(2)
    await page.getByRole('menu', { name: 'Assign to' }).getByRole('menuitem', { name: 'Me (Ada Lovelace)' }).click()
    await expect(row(page, '1.13').getByTitle('Ada Lovelace')).toBeVisible()
    await expect(page.getByText('Failed to fetch members')).toHaveCount(0)
  })
})
