import type { Page } from '@playwright/test'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('An unknown address shows “Page not found” in the shared layout and links to the projects', async ({
  page,
  person,
  openAs,
}) => {
  await openAs(person, '/no/such/screen')
  await expect(page.getByText('Page not found')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Projects' }).click()
  await expect(page).toHaveURL('/')
})

test('An unknown address shows visitors “Page not found” without the navigation', async ({ page }) => {
  await page.goto('/no/such/screen')
  await expect(page.getByRole('main').getByText('Page not found')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

const MISSING: [address: string, title: string, act: string, level?: number][] = [
  ['/no/such/screen', 'Page not found', 'Go to Projects', 1],
  ['/projects/unknown', 'Project not found', 'Back to Projects', 1],
  ['/projects/{project}?tab=runs&run=unknown', 'Test run not found', 'Back to Test Runs'],
  ['/projects/{project}?tab=runs&compare=R8..R9', 'Test run not found', 'Choose two runs'],
  ['/projects/{project}?tab=quality&history=C999', 'Test case not found', 'Back to Quality'],
  ['/projects/{project}/runs/unknown/print', 'Test run not found', 'Back to Test Runs', 1],
]

test(
  'Whatever is not found, the page says so in a heading of one form, in the title of the window too, and leads on',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    for (const [address, title, act, level = 2] of MISSING) {
      await openAs(person, address.replace('{project}', project.id))
      await expect(
        page.locator('[data-not-found]').getByRole('heading', { name: title, exact: true, level }),
      ).toBeVisible()
      await expect(page).toHaveTitle(`${title} · Assay`)
      await expect(wayOn(page, act)).toBeVisible()
    }
  },
)

const wayOn = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name }).or(page.getByRole('main').getByRole('button', { name }))
