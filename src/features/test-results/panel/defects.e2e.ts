import { machine } from '../../../../server/testing/server.ts'
import { expect, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'

const TRACKER = 'https://tracker.example.com/browse/'

test('Defects typed by keyboard are links in the panel, the history and the comparison, and text in row and share', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run, path, manual } = await failedRun(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('b')
  const panel = page.getByRole('complementary')
  const field = panel.getByRole('combobox', { name: 'Defects' })
  await expect(field).toBeFocused()
  await page.keyboard.type('PAY-1 PAY-2')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.1')).toBeFocused()
  await expect(row(page, '1.1')).toContainText('PAY-1+1')
  await expect(panel.getByRole('link', { name: 'PAY-2' })).toHaveAttribute('href', `${TRACKER}PAY-2`)
  await expect.poll(() => stored(server, run, person)).toEqual([['failed', 2, ['PAY-1', 'PAY-2']], expect.anything()])
  await page.getByRole('searchbox', { name: 'Search this run' }).fill('pay-2')
  await expect(row(page, '1.2')).toBeHidden()
  await expect(row(page, '1.1')).toBeVisible()
  await page.goto(`/projects/${project.id}?tab=quality&history=${manual.ref}`)
  const history = page.getByRole('table', { name: 'Runs of the case' })
  await expect(history.getByRole('link', { name: 'PAY-1' })).toHaveAttribute('href', `${TRACKER}PAY-1`)
  await page.goto(`/projects/${project.id}?tab=runs&compare=R1..R2`)
  const change = page.getByRole('row', { name: /Pays/ })
  await expect(change).toContainText('known: PAY-1')
  await expect(change.getByRole('link', { name: 'PAY-2' })).toHaveAttribute('href', `${TRACKER}PAY-2`)
  await expect(page.getByRole('row', { name: /Ships/ })).not.toContainText('known')
  const { body } = await server.post(`/test-runs/${run.id}/share`, {}, person)
  await page.goto(new URL(body.link).pathname)
  await expect(page.getByRole('heading', { name: 'Defects' }).first()).toBeVisible()
  await expect(page.getByText('PAY-1').first()).toBeVisible()
})

test('Esc takes back typed defects, text that is none is refused at once, and undo restores an automated result', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await failedRun(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('b')
  const field = page.getByRole('complementary').getByRole('combobox', { name: 'Defects' })
  await expect(field).toBeFocused()
  await page.keyboard.type('PAY-8 PAY-9')
  await page.keyboard.press('Escape')
  await expect(row(page, '1.2')).toBeFocused()
  await page.keyboard.press('b')
  await expect(field).toBeFocused()
  await page.keyboard.type('ftp://files')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“ftp://files” is no key')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('PAY-3')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.2')).toBeFocused()
  await expect.poll(() => stored(server, run, person)).toEqual([expect.anything(), ['failed', 2, ['PAY-3']]])
  await page.keyboard.press('z')
  await expect.poll(() => stored(server, run, person)).toEqual([expect.anything(), ['failed', 3, []]])
  await expect(row(page, '1.2')).not.toContainText('PAY-3')
  await expect(row(page, '1.2')).toContainText('Timeout')
})

test('Defects that are being typed are recorded when the Back button leaves the run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await failedRun(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.getByRole('tab', { name: 'Members' }).click()
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await row(page, '1.1').focus()
  await page.keyboard.press('b')
  await expect(page.getByRole('complementary').getByRole('combobox', { name: 'Defects' })).toBeFocused()
  await page.keyboard.type('PAY-8 PAY-9')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => stored(server, run, person)).toEqual([['failed', 2, ['PAY-8', 'PAY-9']], expect.anything()])
})

test('Defects are entered in the dialog that records a case, and leave its verdict as it is', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run } = await failedRun(server, person)
  await openAs(person, `/projects/${project.id}?case=C1`)
  await page.getByRole('complementary').getByRole('button', { name: 'Run Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  const field = dialog.getByRole('combobox', { name: 'Defects' })
  await field.pressSequentially('ftp://files,')
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(dialog.getByText('“ftp://files” is no key')).toBeVisible()
  await field.focus()
  await page.keyboard.press('Backspace')
  await field.pressSequentially('PAY-7 ')
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => stored(server, run, person)).toEqual([['failed', 2, ['PAY-7']], expect.anything()])
})

/** R1, in which both cases passed, and R2, in which both failed: 1.1 by hand, and 1.2 by its automated test. */
async function failedRun(server: TestServer, owner: Person) {
  const project = await server.project(owner)
  await server.patch(`/projects/${project.id}`, { issueUrl: `${TRACKER}{key}` }, owner)
  const suite = await server.suite(owner, project.id)
  const manual = await server.testCase(owner, suite.id, { name: 'Pays' })
  const auto = await server.testCase(owner, suite.id, { name: 'Ships', type: 'auto' })
  const record = async (run: { id: string }, more: object) => {
    const results = [manual, auto].map(({ id }) => ({ testCaseId: id, ...more }))
    await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
  }
  const before = await server.run(owner, project.id)
  await record(before, { status: 'passed' })
  await server.post(`/test-runs/${before.id}/complete`, { omitResults: true }, owner)
  const run = await server.run(owner, project.id)
  await record(run, { status: 'failed', errorMessage: 'Timeout' })
  return { project, run, manual, path: `/projects/${project.id}?tab=runs&run=${run.id}` }
}

async function stored(server: TestServer, run: { id: string }, person: Person) {
  const { body } = await server.get(`/test-runs/${run.id}/results`, person)
  return body.map(({ status, attempts, defects }: any) => [status, attempts, defects])
}
