import type { Page } from '@playwright/test'
import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

const badgeOf = (page: Page) => page.getByRole('region', { name: 'Badge' })

async function pictureText(page: Page): Promise<string | undefined> {
  const picture = badgeOf(page).getByRole('img', { name: 'Result of the last run' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(40)
  const svg = await picture.evaluate(async (image: HTMLImageElement) => await (await fetch(image.src)).text())
  return /<title>(.*)<\/title>/.exec(svg)?.[1]
}

test('The owner makes a badge of the last run, copies it for a README, replaces its address and ends it', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project } = await twoRuns(server, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const badge = badgeOf(page)
  const address = badge.getByLabel('Badge Address', { exact: true })
  await badge.getByRole('button', { name: 'Create Badge' }).click()
  await expect(toast(page, 'Badge address created')).toBeVisible()
  expect(await pictureText(page)).toBe('tests: 2 failed, 1 error')
  await expect(badge.getByRole('button', { name: 'New Address' })).toBeFocused()
  const first = await address.inputValue()
  expect(first).toMatch(new RegExp(`^${server.url}/api/badges/[\\w-]{43}\\.svg$`))
  await badge.getByRole('button', { name: 'Copy Markdown' }).click()
  await expect(toast(page, 'Copied to clipboard').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`![tests](${first})`)

  await badge.getByRole('button', { name: 'New Address' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Pages that show the badge by the old one lose it at once.')
  await dialog.getByRole('button', { name: 'New Address' }).click()
  await expect(address).not.toHaveValue(first)
  await expect(badge.getByRole('button', { name: 'New Address' })).toBeFocused()
  const second = await address.inputValue()
  expect((await fetch(first)).status).toBe(404)
  expect(await pictureText(page)).toBe('tests: 2 failed, 1 error')

  await badge.getByRole('button', { name: 'End Badge' }).click()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(toast(page, 'Badge ended')).toBeVisible()
  await expect(address).toHaveCount(0)
  await expect(badge.getByRole('img', { name: 'Result of the last run' })).toHaveCount(0)
  await expect(badge.getByRole('button', { name: 'Create Badge' })).toBeFocused()
  expect((await fetch(second)).status).toBe(404)
})

test('The badge of a run without failures says what is pending', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await server.post(`/test-cases/${cases.text.id}/execute`, { testRunId: run.id, status: 'passed' }, person)
  await server.post(`/test-runs/${run.id}/complete`, {}, person)
  await server.post(`/projects/${project.id}/badge`, undefined, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  expect(await pictureText(page)).toBe('tests: 4 pending')
})

test('A member who is no owner does not see the badge', async ({ page, server, person, openAs }) => {
  const tess = await newPerson(server, 'Tess Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, tess)
  await server.post(`/projects/${project.id}/badge`, undefined, person)
  await openAs(tess, `/projects/${project.id}?tab=settings`)
  await expect(page.getByRole('region', { name: 'Project Information' })).toBeVisible()
  await expect(page.getByText('Only the project owner can see the client secret.')).toBeVisible()
  await expect(badgeOf(page)).toHaveCount(0)
})
