import type { Page } from '@playwright/test'
import { expect, type Person, signIn, test, type TestServer, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

// An empty cache, and a chosen colour scheme.
test.use({ hasOwnContext: true })

const START = '**/assets/index-*.js'

/** Delays the script of the app. Returns a function that lets it run. */
async function holdApp(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(START, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

function noteQueries(page: Page): string[] {
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const [, procedures] = pathname.split('/trpc/')
    if (procedures === undefined || !searchParams.has('batch')) return
    const inputs = JSON.parse(searchParams.get('input') ?? '{}') as Record<string, unknown>
    for (const [index, path] of procedures.split(',').entries())
      queries.push(`${path} ${JSON.stringify(inputs[index])}`)
  })
  return queries
}

type Fixture = { projectId: string; runId: string; token: string }

async function makeFixture(server: TestServer, owner: Person): Promise<Fixture> {
  const { project } = await sampleProject(server, owner)
  const run = await server.run(owner, project.id)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: 'ben@example.com' }, owner)
  return { projectId: project.id, runId: run.id, token: new URL(body.inviteLink).searchParams.get('token') as string }
}

const SCREENS = [
  {
    name: 'a run',
    path: ({ projectId, runId }: Fixture) => `/projects/${projectId}?tab=runs&run=${runId}`,
    shows: 'Keeps the cart',
  },
  { name: 'the login page', path: () => '/login', shows: 'Need an account', isVisitor: true },
  { name: 'an invite', path: ({ token }: Fixture) => `/invite?token=${token}`, shows: 'Checkout', isVisitor: true },
  { name: 'the list of projects', path: () => '/', shows: 'Open Project' },
  { name: 'a project', path: ({ projectId }: Fixture) => `/projects/${projectId}`, shows: 'Payments' },
  {
    name: 'the tab Quality',
    path: ({ projectId }: Fixture) => `/projects/${projectId}?tab=quality`,
    shows: 'No completed',
  },
  {
    name: 'the settings',
    path: ({ projectId }: Fixture) => `/projects/${projectId}/settings`,
    shows: 'API Credentials',
  },
  {
    name: 'the latest run',
    path: ({ projectId }: Fixture) => `/projects/${projectId}?tab=runs`,
    shows: 'Keeps the cart',
  },
]

for (const [index, { name, path, shows, isVisitor }] of SCREENS.entries())
  test(
    `The data of ${name} is asked for once, before the app runs, and shown`,
    index > 1 ? VARIANT : {},
    async ({ page, server, person }) => {
      const place = await makeFixture(server, person)
      if (!isVisitor) await signIn(page, person)
      // The first message of a stream would make the app read the run again.
      await page.route('**/trpc/live.*', (route) => route.abort())
      const release = await holdApp(page)
      const queries = noteQueries(page)
      await page.goto(path(place), { waitUntil: 'commit' })
      const answered = () =>
        page.evaluate(async () => {
          // Each answer may trigger further queries.
          const size = () => window.earlyAnswers?.size ?? 0
          for (let seen = -1; seen !== size();) {
            seen = size()
            await Promise.all([...(window.earlyAnswers?.values() ?? [])].map(({ data }) => data))
          }
          return size()
        })
      await expect.poll(answered).toBeGreaterThan(0)
      const early = [...queries]
      release()
      await expect(page.getByText(shows).first()).toBeVisible()
      await expect.poll(() => page.evaluate(() => window.earlyAnswers?.size)).toBe(0)
      expect(queries.filter((query) => early.includes(query))).toEqual(early)
    },
  )

test('A first request that fails is made again by the app', async ({ page, server, person }) => {
  const { projectId, runId } = await makeFixture(server, person)
  await signIn(page, person)
  const release = await holdApp(page)
  const refused = page.waitForEvent('requestfailed')
  await page.route('**/trpc/projects.overview,**', (route) => route.abort(), { times: 1 })
  await page.goto(`/projects/${projectId}?tab=runs&run=${runId}`, { waitUntil: 'commit' })
  await refused
  release()
  await expect(page.getByText('Keeps the cart')).toBeVisible()
})

test('Data that was asked for by one user is not shown to the next', async ({ page, server, person, admin }) => {
  await server.project(person, 'Of Ada')
  await signIn(page, person)
  const release = await holdApp(page)
  const answer = page.waitForResponse('**/trpc/projects.list**')
  await page.goto('/', { waitUntil: 'commit' })
  await answer
  const other = await page.context().newPage()
  await signIn(other, admin)
  release()
  await expect(page.getByRole('button', { name: `Account of ${admin.name}` })).toBeVisible()
  await expect(page.getByText('Of Ada')).toHaveCount(0)
})

test('The app works where a proxy forbids inline scripts', async ({ page, server, person }) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.continue()
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" }
    await route.fulfill({ response, headers })
  })
  const { projectId, runId } = await makeFixture(server, person)
  await signIn(page, person)
  await page.goto(`/projects/${projectId}?tab=runs&run=${runId}`)
  await expect(page.getByText('Keeps the cart')).toBeVisible()
  expect(await page.evaluate(() => window.earlyAnswers)).toBeUndefined()
})

const OUTLINE = '.outline'
const background = (page: Page) =>
  page.locator(OUTLINE).evaluate((outline) => getComputedStyle(outline).backgroundColor)
const [LIGHT, DARK] = ['rgb(247, 248, 249)', 'rgb(17, 20, 24)']

const SCHEMES = [
  { system: 'light', saved: 'dark', color: DARK },
  { system: 'light', saved: null, color: LIGHT },
  { system: 'dark', saved: null, color: DARK },
  { system: 'dark', saved: 'light', color: LIGHT },
] as const

for (const [index, { system, saved, color }] of SCHEMES.entries())
  test(
    `The skeleton has the colours of the app: system ${system}, chosen ${saved ?? 'nothing'}`,
    index > 0 ? VARIANT : {},
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: system })
      await page.goto('/favicon.svg')
      if (saved) await page.evaluate((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), saved)
      const release = await holdApp(page)
      await page.goto('/login', { waitUntil: 'commit' })
      await expect.poll(() => background(page)).toBe(color)
      await expect(page.getByText('Loading')).toBeAttached()
      release()
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
      await expect(page.locator(OUTLINE)).toHaveCount(0)
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(color)
    },
  )

const SKELETONS = [
  ['/projects/some-id', 1280],
  ['/projects/some-id', 390],
  ['/login', 1280],
  ['/login', 390],
  ['/', 1280],
  ['/', 390],
] as const

for (const [index, [path, width]] of SKELETONS.entries())
  test(
    `The logo stays in its place when the app replaces the skeleton of ${path}, ${width} px wide`,
    index > 0 ? VARIANT : {},
    async ({ page, person }) => {
      await page.setViewportSize({ width, height: 844 })
      if (path !== '/login') await signIn(page, person)
      const release = await holdApp(page)
      await page.goto(path, { waitUntil: 'commit' })
      const before = await page.locator(`${OUTLINE} svg`).boundingBox()
      release()
      const after = await page.getByRole('link', { name: 'Assay home' }).locator('img').boundingBox()
      expect(after).toEqual(before)
    },
  )

test('Without JavaScript the page says that it needs it', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.locator(OUTLINE)).toBeHidden()
  await context.close()
})
