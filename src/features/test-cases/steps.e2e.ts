import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'

test('Steps are typed by keyboard, moved, deleted and saved, and need no expected value', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Add Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  const step = (number: number) => dialog.getByLabel(`Step ${number}`, { exact: true })
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Pays')
  await dialog.getByRole('button', { name: 'Add step' }).press('Enter')
  await expect(step(1)).toBeFocused()
  await page.keyboard.type('Open the cart')
  await page.keyboard.press('Tab')
  await page.keyboard.type('It is empty')
  await page.keyboard.press('Enter')
  await expect(step(2)).toBeFocused()
  await page.keyboard.type('Press Pay')
  await page.keyboard.press('Enter')
  await expect(step(3)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(step(2)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(step(1)).toBeFocused()
  await expect(step(1)).toHaveValue('Press Pay')
  await expect(step(2)).toHaveValue('Open the cart')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(step(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create Test Case' }).click()
  await expect(toast(page, 'Test case created successfully')).toBeVisible()
  const { body } = await server.get(`/test-cases/test-suite/${suite.id}`, person)
  expect(body).toMatchObject([
    {
      name: 'Pays',
      expectedValue: null,
      steps: [
        { action: 'Open the cart', expected: 'It is empty' },
        { action: 'Press Pay', expected: '' },
      ],
    },
  ])
  const row = page.getByRole('group', { name: '1.1 Pays' })
  await row.getByRole('button', { name: 'Edit Test Case' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Test Case' })
  await expect(edit.getByLabel('Expected result of step 1')).toHaveValue('It is empty')
  await edit.getByRole('button', { name: 'Delete step 2' }).click()
  await edit.getByRole('button', { name: 'Delete step 1' }).click()
  await expect(edit.getByRole('button', { name: 'Add step' })).toBeFocused()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('Expected value is required')).toBeVisible()
})

test('Held Backspace empties a step and leaves the one above, and held Enter adds one step', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Add Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  const step = (number: number) => dialog.getByLabel(`Step ${number}`, { exact: true })
  const hold = async (key: string) => {
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down(key)
    await page.keyboard.up(key)
  }
  await dialog.getByRole('button', { name: 'Add step' }).press('Enter')
  await expect(step(1)).toBeFocused()
  await page.keyboard.type('Open the cart')
  await hold('Enter')
  await expect(step(2)).toBeFocused()
  await page.keyboard.type('Pay')
  await hold('Backspace')
  await expect(step(2)).toBeFocused()
  await expect(step(2)).toHaveValue('')
  await expect(step(1)).toHaveValue('Open the cart')
  await expect(step(3)).toHaveCount(0)
})

test('A step without an action is refused in its row', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Add Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Pays')
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Expected result of step 2').fill('It is empty')
  await dialog.getByRole('button', { name: 'Create Test Case' }).click()
  await expect(dialog.getByText('Step action is required')).toBeVisible()
  await expect(dialog.getByLabel('Step 2', { exact: true })).toBeFocused()
})

test('Typed steps that were not saved are offered again', VARIANT, async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  const add = page.getByRole('button', { name: 'Add Test Case' })
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  await add.click()
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await page.keyboard.type('Open the cart')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await add.click()
  await dialog.getByRole('button', { name: 'Continue draft' }).click()
  await expect(dialog.getByLabel('Step 1', { exact: true })).toHaveValue('Open the cart')
})
