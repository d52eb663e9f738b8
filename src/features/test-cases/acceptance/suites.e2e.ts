import type { Page } from '@playwright/test'
import { blurWindow, expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { fillProject, sampleProject } from '#src/testing/project-data.ts'

const entry = (page: Page, suite: string) => page.getByRole('textbox', { name: `New case in ${suite}`, exact: true })

test('Line 24: a name and a value on one line, or a name alone, make cases while the field keeps the focus', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id, 'Cart')
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Cart/ }).click()
  await entry(page, 'Cart').click()
  await page.keyboard.type('A = 1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('B')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: '1.1 A' })).toContainText('1')
  await expect(page.getByRole('group', { name: '1.2 B' })).toContainText('true')
  await expect(entry(page, 'Cart')).toBeFocused()
  await expect(entry(page, 'Cart')).toHaveValue('')
  await expect
    .poll(async () => (await server.get(`/test-cases/test-suite/${suite.id}`, person)).body)
    .toMatchObject([
      { name: 'A', type: 'manual', expectedValueType: 'number', expectedValue: '1' },
      { name: 'B', type: 'manual', expectedValueType: 'boolean', expectedValue: 'true' },
    ])
})

test(
  '20 cases in a row are written by keyboard, with at most 6 keys beside the texts of each',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    const suite = await server.suite(person, project.id, 'Cart')
    await openAs(person, `/projects/${project.id}`)
    await expect(page.getByRole('group', { name: '1 Cart' })).toBeVisible()
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    await press('n')
    await expect(entry(page, 'Cart')).toBeFocused()
    const cases = Array.from({ length: 20 }, (_, index) => ({
      name: `Case ${index + 1}`,
      expectedValue: `${index * 7}`,
    }))
    for (const { name, expectedValue } of cases) {
      await page.keyboard.type(name)
      for (const key of ['Space', '=', 'Space']) await press(key)
      await page.keyboard.type(expectedValue)
      await press('Enter')
    }
    expect(keys).toBeLessThanOrEqual(20 * 6)
    await expect(page.getByRole('group', { name: '1.20 Case 20' })).toBeVisible()
    await expect(entry(page, 'Cart')).toBeFocused()
    await expect
      .poll(async () => (await server.get(`/test-cases/test-suite/${suite.id}`, person)).body)
      .toMatchObject(cases)
  },
)

test('Line 25: F2 renames a suite without a dialog', async ({ page, server, person, openAs }) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Refunds')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: '1 Refunds' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(async () => (await server.get(`/test-suites/${payments.id}`, person)).body)
    .toMatchObject({ name: 'Refunds' })
})

test('A name that is being changed stays open when its window loses the focus', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Half')
  await blurWindow(page)
  await page.keyboard.type(' a name')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: '1 Half a name' })).toBeFocused()
})

test('Line 25: Alt and ↓ on a case swaps 1.1 and 1.2', async ({ page, server, person, openAs }) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: '1.1 Confirms the card' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('group', { name: '1.2 Confirms the card' })).toBeFocused()
  await expect(page.getByRole('group', { name: '1.1 Adds up the total' })).toBeVisible()
  await expect
    .poll(async () => (await server.get(`/test-cases/test-suite/${payments.id}`, person)).body)
    .toMatchObject([{ name: 'Adds up the total' }, { name: 'Confirms the card' }, { name: 'Keeps the cart' }])
})

test('Line 27: of 200 collapsed suites 22 are in view, and their buttons appear on hover and focus', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 200, 1)
  await openAs(person, `/projects/${project.id}`)
  const head = page.getByRole('group', { name: '3 Suite 3', exact: true })
  const add = head.getByRole('button', { name: 'Add Test Case' })
  await expect(head).toBeVisible()
  const inView = await page.evaluate(() => {
    const strip = document.querySelector('[aria-label="Notifications"]')?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('[aria-expanded="false"]')].filter((toggle) => {
      const { top, bottom } = toggle.getBoundingClientRect()
      return top >= 0 && bottom <= strip
    }).length
  })
  expect(inView).toBeGreaterThanOrEqual(22)
  const opacity = () => add.evaluate((button) => getComputedStyle(button.parentElement as Element).opacity)
  expect(await opacity()).toBe('0')
  await head.hover()
  await expect.poll(opacity).toBe('1')
  await page.mouse.move(640, 20)
  await expect.poll(opacity).toBe('0')
  await add.focus()
  await expect.poll(opacity).toBe('1')
})
