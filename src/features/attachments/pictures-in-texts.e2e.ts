import type { Page } from '@playwright/test'
import { pastePicture, pngOf } from '#src/testing/files.ts'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { openPanel, panel, row } from '#src/testing/result-row.ts'
import { type RunOf60, runOf60 } from '#src/testing/run-of-60.ts'

const REFERENCE = /!\[Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.png\]\(attachment:[0-9a-f-]{36}\)/

let shop: RunOf60
test.beforeEach(async ({ server, person, openAs, page }) => {
  shop = await runOf60(server, person)
  await openAs(person, shop.path)
  await expect(row(page, '1.1')).toBeVisible()
})

const note = (page: Page) => panel(page).getByRole('textbox', { name: 'Note', exact: true })

test('A picture pasted in a note is attached, named at the cursor, shown below, and stays in the attempts', async ({
  page,
}) => {
  await openPanel(page)
  await note(page).focus()
  await page.keyboard.type('Before after')
  for (let letter = 0; letter < 6; letter += 1) await page.keyboard.press('ArrowLeft')
  await pastePicture(page)
  await expect(note(page)).toHaveValue(new RegExp(`^Before${REFERENCE.source} after$`))
  await expect(panel(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(1)
  const shown = panel(page)
    .getByRole('group', { name: 'Note as shown' })
    .getByRole('button', { name: /^Picture / })
  await expect(shown).toBeVisible()
  await page.keyboard.type(' then')
  await expect(note(page)).toHaveValue(/\) then after$/)
  await note(page).press('Enter')
  const attempt = panel(page).getByRole('list', { name: 'Attempts' }).getByRole('listitem').first()
  await expect(attempt).toContainText('Before')
  const picture = attempt.getByRole('button', { name: /^Picture Screenshot/ })
  const width = () => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(10)
  await picture.click()
  await expect(page.getByRole('dialog', { name: /^Attachment Screenshot/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture).toBeFocused()
})

test('Esc closes only the viewer of a picture, also before the viewer has the focus', VARIANT, async ({ page }) => {
  await openPanel(page)
  await note(page).focus()
  await pastePicture(page)
  await panel(page)
    .getByRole('button', { name: /^Picture / })
    .click()
  const viewer = page.getByRole('dialog', { name: /^Attachment Screenshot/ })
  await expect(viewer).toBeVisible()
  await expect(viewer.locator(':focus')).toHaveCount(1)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(panel(page)).toBeVisible()
})

test('Line breaks and marks of a note are shown as they were typed', VARIANT, async ({ page, server, person }) => {
  const notes = 'First line\nsecond <b>line</b>\n\n- one\n- **two**'
  await server.patch(`/test-runs/result/${shop.resultOf('1.1').id}`, { actualValue: 'x', notes }, person)
  await openPanel(page)
  const attempt = panel(page).getByRole('list', { name: 'Attempts' }).getByRole('listitem').first()
  await expect(attempt.getByText('First line')).toBeVisible()
  await expect.poll(() => attempt.innerText()).toContain('First line\nsecond <b>line</b>')
  await expect(attempt.getByRole('listitem')).toHaveText(['one', 'two'])
})

test(
  'A picture that arrives after Enter goes to the end of the saved note',
  VARIANT,
  async ({ page, server, person }) => {
    await openPanel(page)
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/attachments?**', async (route) => {
      await arrival
      await route.continue()
    })
    await note(page).focus()
    await page.keyboard.type('The cart is empty')
    await pastePicture(page)
    await page.keyboard.press('Enter')
    await expect(row(page, '1.1')).toBeFocused()
    const stored = async () =>
      (await server.get(`/test-runs/${shop.run.id}/results?limit=1`, person)).body[0].notes as string | null
    await expect.poll(stored).toBe('The cart is empty')
    arrive()
    await expect.poll(stored).toMatch(new RegExp(`^The cart is empty\n${REFERENCE.source}$`))
  },
)

test('A picture pasted in the note of a row is in that note', async ({ page, server, person }) => {
  await row(page, '1.2').focus()
  await page.keyboard.press('f')
  const field = row(page, '1.2').getByRole('textbox', { name: 'Note' })
  await expect(field).toBeFocused()
  await pastePicture(page)
  await expect(field).toHaveValue(REFERENCE)
  await page.keyboard.press('Enter')
  await expect(row(page, '1.3')).toBeFocused()
  const stored = async () => (await server.get(`/test-runs/${shop.run.id}/results?limit=2`, person)).body[1]
  await expect.poll(stored).toMatchObject({ status: 'failed', notes: expect.stringMatching(REFERENCE), attempts: 1 })
  expect((await stored()).attachments).toHaveLength(1)
})

test('Words pasted with a picture in a text field are taken as words', VARIANT, async ({ page }) => {
  await openPanel(page)
  await note(page).focus()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const picture = new Blob([bytes], { type: 'image/png' })
    const words = new Blob(['just words'], { type: 'text/plain' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture, 'text/plain': words })])
  }, pngOf(4, 4).toString('base64'))
  await page.keyboard.press('ControlOrMeta+V')
  await expect(note(page)).toHaveValue('just words')
  await expect(panel(page).getByRole('list', { name: 'Attachments' })).toHaveCount(0)
})

test(
  'A note shows no picture of another result, and says that a deleted one is gone',
  VARIANT,
  async ({ page, server, person }) => {
    const [mine, other] = [shop.resultOf('1.1').id, shop.resultOf('1.2').id]
    const kept = (await server.attach(person, mine, pngOf(8, 8), 'kept.png')).body.id as string
    const deleted = (await server.attach(person, mine, pngOf(8, 8), 'deleted.png')).body.id as string
    const foreign = (await server.attach(person, other, pngOf(8, 8), 'foreign.png')).body.id as string
    const notes = [kept, deleted, foreign].map((id, index) => `![${'abc'[index]}](attachment:${id})`).join('\n')
    await server.patch(`/test-runs/result/${mine}`, { actualValue: 'x', notes }, person)
    await openPanel(page)
    const shown = panel(page).getByRole('group', { name: 'Note as shown' })
    await expect(shown.getByRole('button')).toHaveCount(2)
    await expect(shown).toContainText('c: picture deleted')
    await server.delete(`/attachments/${deleted}`, person)
    await expect(shown).toContainText('b: picture deleted')
    await expect(shown.getByRole('button', { name: 'Picture a' }).locator('img')).toBeVisible()
  },
)

test('Texts of a case show its pictures in a run, also in steps, and the viewer has all files of the case', async ({
  page,
  server,
  person,
}) => {
  const caseId = shop.resultOf('1.2').testCase.id as string
  const id = (await server.attachToCase(person, caseId, pngOf(30, 20), 'cart.png')).body.id as string
  await server.attachToCase(person, caseId, 'a text', 'notes.txt')
  const text = `See ![the cart](attachment:${id})`
  const steps = [{ action: text, expected: 'It is there' }]
  await server.patch(`/test-cases/${caseId}`, { description: text, preconditions: text, steps }, person)
  const run = await server.run(person, shop.project.id)
  await page.goto(`/projects/${shop.project.id}?tab=runs&run=${run.id}`)
  await openPanel(page, '1.2')
  const pictures = panel(page).getByRole('button', { name: 'Picture the cart' })
  await expect(pictures).toHaveCount(3)
  await expect
    .poll(() =>
      pictures
        .nth(2)
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(30)
  await pictures.nth(2).click()
  const viewer = page.getByRole('dialog', { name: 'Attachment cart.png' })
  await expect(viewer).toContainText('1 of 2')
  await expect(viewer.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

test(
  'A picture can be pasted in the dialog Run Test Case once the case has a result in the run',
  VARIANT,
  async ({ page, server, person }) => {
    const suites = (await server.get(`/test-suites/project/${shop.project.id}`, person)).body as { id: string }[]
    await server.testCase(person, suites[0]?.id ?? '', { name: 'Later' })
    await page.goto(`/projects/${shop.project.id}`)
    await page.getByRole('group', { name: '1 Cart' }).getByRole('button', { expanded: false }).click()
    const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
    const openDialog = async (name: string) => {
      await page.getByRole('group', { name }).getByRole('button', { name: 'Run Test Case' }).click()
      // Once open, the dialog takes the focus.
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await dialog.getByLabel('Notes').focus()
      await pastePicture(page)
    }
    await openDialog('1.1 Cart: empty')
    await expect(dialog.getByLabel('Notes')).toHaveValue(REFERENCE)
    const shown = dialog.getByRole('group', { name: 'Note as shown' })
    await expect(shown.getByRole('button', { name: /^Picture Screenshot/ })).toBeVisible()
    const { body } = await server.get(`/test-runs/${shop.run.id}/results?limit=1`, person)
    expect(body[0].attachments).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await openDialog('1.21 Later')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Pictures can be pasted here after the first result is saved',
    )
    await expect(dialog.getByLabel('Notes')).toHaveValue('')
  },
)
