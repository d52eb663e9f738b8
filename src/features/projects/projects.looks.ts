import { expect, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { qualityProject } from '#src/testing/quality-data.ts'

const LONG = 'W'.repeat(255)

test('List of projects without any, and the dialog that creates one', async ({ page, person, openAs }) => {
  await openAs(person, '/')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await inspect(page, 'projects-empty')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByRole('dialog').getByLabel('Project Name')).toBeFocused()
  await inspect(page, 'project-create')
})

test('List of projects while it loads, and when it cannot load', async ({ page, person, openAs }) => {
  await hold(page, 'projects.list')
  await openAs(person, '/')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await inspect(page, 'projects-loading')
  await page.unrouteAll()
  await abort(page, 'projects.list')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch projects')
  await inspect(page, 'projects-error')
})

test('List of projects with long, right-to-left and emoji names, without a match, and before a deletion', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const names = [
    'x'.repeat(255),
    'A long name of many words '.repeat(9),
    'مشروع اختبار الدفع والإرجاع',
    '🧪🚀 Launch 🎉',
  ]
  for (const name of names) await server.post('/projects', { name, description: `${name} `.repeat(5) }, person)
  await server.project(person, 'Short')
  await openAs(person, '/')
  await expect(page.getByRole('article')).toHaveCount(5)
  await inspect(page, 'projects')
  await page.getByPlaceholder('Search by name or description').fill('nothing of the kind')
  await expect(page.getByText('No matching projects')).toBeVisible()
  await inspect(page, 'projects-none-found')
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await page.getByRole('article', { name: 'Short' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'project-delete')
})

test('Cards of projects with a running run only, with ended runs, without runs and while they are read', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person, 'Running')
  const run = await server.run(person, project.id, 'Nightly 1')
  await server.execute(person, cases.text.id, run.id, { actualValue: 'Sorry' })
  await qualityProject(server, person)
  await server.project(person, 'Empty')
  await hold(page, 'quality.cards')
  await openAs(person, '/')
  await expect(page.getByRole('article')).toHaveCount(3)
  await inspect(page, 'project-cards-loading')
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('article', { name: 'Running' })).toContainText('20% of 5 recorded')
  await inspect(page, 'project-cards')
  await abort(page, 'quality.cards')
  await page.reload()
  await expect(page.getByText('The last run could not be read').first()).toBeVisible()
  await inspect(page, 'project-cards-error')
})

test('Project that is unknown, that loads, and that cannot load', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, '/projects/unknown')
  await expect(page.getByText('Project not found')).toBeVisible()
  await inspect(page, 'project-not-found')
  await hold(page, 'projects.overview')
  await page.goto(`/projects/${project.id}`)
  await expect(page.getByRole('main')).toBeVisible()
  await inspect(page, 'project-loading')
  await page.unrouteAll()
  await abort(page, 'projects.overview')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'project-error')
})

test('Project with names of 255 characters, right-to-left text and emoji', async ({ page, server, person, openAs }) => {
  const project = await server.project(person, LONG)
  await server.patch(`/projects/${project.id}`, { description: `${LONG} ${'مرحبا بالعالم '.repeat(60)}` }, person)
  const suite = await server.suite(person, project.id, LONG)
  await server.suite(person, project.id, 'مجموعة اختبارات الدفع 🧾👩‍👩‍👧')
  await server.testCase(person, suite.id, { name: LONG, description: LONG, expectedValue: LONG })
  await server.testCase(person, suite.id, { name: 'يؤكد البطاقة 💳', expectedValue: 'شكرا 🎉' })
  await server.run(person, project.id, LONG)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: new RegExp(LONG) }).click()
  await expect(page.getByText('يؤكد البطاقة 💳')).toBeVisible()
  await inspect(page, 'project-long-names')
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await expect(page.getByText('يؤكد البطاقة 💳')).toBeVisible()
  await inspect(page, 'project-long-names-run')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Project ID', { exact: true })).toBeVisible()
  await inspect(page, 'project-long-names-settings')
})
