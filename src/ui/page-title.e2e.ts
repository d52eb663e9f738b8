import { expect, test } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

declare global {
  interface Window {
    announced: string[]
  }
}

test('Each screen of a project has a title, which screen readers are told once after a navigation', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await page.addInitScript(() => {
    window.announced = []
    Object.assign(document, { ariaNotify: (text: string) => window.announced.push(text) })
  })
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id, 'Release 1.4')
  await openAs(person, '/projects')
  await expect(page).toHaveTitle('Projects · Assay')
  await page.getByRole('button', { name: 'Open Project' }).press('Enter')
  await expect(page).toHaveTitle('Checkout · Assay')
  for (const [keys, title] of [
    ['gr', 'Release 1.4 · Checkout'],
    ['ga', 'All Runs · Checkout'],
    ['gq', 'Quality · Checkout'],
    ['gm', 'Members · Checkout'],
    ['gs', 'Checkout'],
  ] as const) {
    await page.keyboard.type(keys)
    await expect(page).toHaveTitle(`${title} · Assay`)
  }
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Confirms the card')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await expect(page).toHaveTitle('C1 Confirms the card · Checkout · Assay')
  await page.getByRole('tab', { name: 'Settings' }).press('Enter')
  await expect(page).toHaveTitle('Settings · Checkout · Assay')
  const announced = await page.evaluate(() => window.announced)
  expect(announced.filter((title) => !/^(Test Runs|Release 1\.4|All Runs) · /.test(title))).toEqual([
    'Checkout',
    'Quality · Checkout',
    'Members · Checkout',
    'Checkout',
    'Settings · Checkout',
  ])
  expect(announced).toHaveLength(7)
})
