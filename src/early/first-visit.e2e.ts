import type { Page } from '@playwright/test'
import { row } from '#src/testing/result-row.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { fillProject } from '#src/testing/project-data.ts'

// An empty cache.
test.use({ hasOwnContext: true })

/** Counts the files that a page loads until it is idle and has loaded nothing for a second. */
async function countLoads(page: Page) {
  await page.addInitScript(() => (window.requestIdleCallback = () => 0))
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  const urls: string[] = []
  let lastAt = performance.now()
  session.on('Network.requestWillBeSent', ({ request }) => {
    urls.push(request.url)
    lastAt = performance.now()
  })
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
    lastAt = performance.now()
  })
  const settled = async () => {
    await expect.poll(() => performance.now() - lastAt, { intervals: [200] }).toBeGreaterThan(1_000)
    test.info().annotations.push({ type: 'loads', description: JSON.stringify({ requests: urls.length, bytes }) })
    return { urls, scripts: urls.filter((url) => url.endsWith('.js')), bytes }
  }
  return { settled }
}

/** Those of the scripts that contain zod. */
async function withZod(page: Page, scripts: string[]) {
  const texts = await Promise.all(scripts.map(async (url) => await (await page.request.get(url)).text()))
  return scripts.filter((_, index) => texts[index]?.includes('_zod'))
}

test('A first visit to /login makes at most 12 requests: one script of 160 kB and styles of 40 kB', async ({
  page,
}) => {
  const { settled } = await countLoads(page)
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  const { urls, scripts, bytes } = await settled()
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(12)
  expect(scripts).toHaveLength(1)
  expect(await withZod(page, scripts)).toEqual([])
  expect(bytes['Script']).toBeLessThan(160_000)
  expect(bytes['Stylesheet']).toBeLessThan(40_000)
})

test('A first visit to a run makes at most 25 requests, of them 8 scripts of 320 kB', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 10, 100)
  const run = await server.run(person, project.id)
  await openAs(person, '/favicon.svg')
  const { settled } = await countLoads(page)
  const stream = page.waitForRequest('**/trpc/live.project**')
  await page.goto(`/projects/${project.id}?tab=runs&run=${run.id}`)
  await expect(row(page, '1.1 Case 1 of suite 1')).toBeVisible()
  await stream
  const { urls, scripts, bytes } = await settled()
  expect(urls.filter((url) => url.includes('/live.project'))).toHaveLength(1)
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(25)
  expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(8)
  expect(bytes['Script']).toBeLessThan(320_000)
  expect(await withZod(page, scripts)).toEqual([])
})

test('A first visit to the projects and to the suites of one loads no schemas', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, '/favicon.svg')
  const screens = { '/projects': 'Create Project', [`/projects/${project.id}`]: 'Create Test Suite' }
  for (const [path, name] of Object.entries(screens)) {
    const { settled } = await countLoads(page)
    await page.goto(path)
    await expect(page.getByRole('button', { name })).toBeVisible()
    const { scripts } = await settled()
    expect(scripts).not.toEqual([])
    expect(await withZod(page, scripts)).toEqual([])
  }
})
