import type { BrowserContext, Page } from '@playwright/test'
import { breakableProxy, LiveWatcher } from '../../../server/live/testing.ts'
import { request, ServerProcess, temporaryFolder } from '../../../server/testing/process.ts'
import { whenLive } from '#src/testing/second-browser.ts'
import { expect, signIn, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { field, row, twoTesters } from '#src/testing/live-run.ts'

/* The stream of a page when connections, servers, sessions and tabs come and go. */

function openStreams(context: BrowserContext): Set<unknown> {
  const open = new Set<unknown>()
  context.on('request', (request) => request.url().includes('/trpc/live.') && open.add(request))
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return open
}

test('After a short lost connection a page catches up without a notice', VARIANT, async ({ page, server, person }) => {
  const { run, path, setAsTess } = await twoTesters(server, person)
  const proxy = await breakableProxy(server.url)
  await signIn(page, person, proxy.url)
  await page.goto(`${proxy.url}${path}`)
  await whenLive(server, run.id, 1)
  proxy.shut()
  proxy.open()
  await setAsTess('Thanks')
  await setAsTess('{}', 3)
  await expect(field(page)).toHaveValue('Thanks')
  await expect(row(page, '2.1 Answers with the order').getByText('failed')).toBeVisible()
  await expect(page.getByText('Live updates are interrupted')).toBeHidden()
  await setAsTess('Thank you')
  await expect(field(page)).toHaveValue('Thank you')
  proxy.close()
})

test(
  'After a lost connection a filtered list says that results changed only if some did',
  VARIANT,
  async ({ page, server, person }) => {
    const { tess, project, run, path, setAsTess } = await twoTesters(server, person)
    await setAsTess('no')
    const proxy = await breakableProxy(server.url)
    await signIn(page, person, proxy.url)
    await page.goto(`${proxy.url}${path}&status=failed`)
    await whenLive(server, run.id, 1)
    await expect(field(page)).toHaveValue('no')
    const notice = page.getByText('Results have been recorded meanwhile.')
    const others = page.getByRole('list', { name: 'Also here' }).getByRole('listitem')
    /** Waits until the page has received a message. A later visitor then arrives and leaves visibly after it. */
    const until = async (hasMessage: (watcher: LiveWatcher) => unknown) => {
      const watcher = new LiveWatcher(server.url, 'project', { projectId: project.id, testRunId: run.id }, tess)
      await expect(others).toHaveText(['Tess'])
      await watcher.until(hasMessage)
      watcher.stop()
      await expect(others).toHaveCount(0)
    }
    const reconnect = async (meanwhile = async () => {}) => {
      proxy.shut()
      await expect.poll(() => server.services.live.viewers.of(run.id)).toEqual([])
      await meanwhile()
      proxy.open()
      await whenLive(server, run.id, 1)
      await until((its) => its.last('run'))
    }
    /** Waits until the page has the version of the run: until then, a change may have been missed. */
    const settled = async () => {
      const { db } = server.services
      const now = await db.selectFrom('test_runs').select('version').where('id', '=', run.id).executeTakeFirst()
      await until((its) => its.last('settled')?.['version'] === now?.version)
    }
    await reconnect()
    await expect(notice).toBeHidden()
    await setAsTess('never')
    await expect(field(page)).toHaveValue('never')
    await settled()
    await reconnect()
    await expect(notice).toBeHidden()
    await reconnect(async () => void (await setAsTess('not at all')))
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect(field(page)).toHaveValue('not at all')
    await server.post(`/test-runs/${run.id}/complete`, {}, person)
    await expect(page.getByText('completed', { exact: true })).toBeVisible()
    await settled()
    await reconnect()
    await expect(notice).toBeHidden()
    proxy.close()
  },
)

test('A page reconnects its stream when the network comes back', async ({ page, server, person, openAs }) => {
  const { run, path, setAsTess } = await twoTesters(server, person)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const streams = openStreams(page.context())
  const anew = page.waitForRequest(/trpc\/live\.project/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await anew
  await setAsTess('Thanks')
  await expect(field(page)).toHaveValue('Thanks')
  expect(streams.size).toBe(1)
  await expect(page.getByText('Live updates are interrupted')).toBeHidden()
})

test('A page says that the server is away, and misses nothing once it is back', async ({ page }) => {
  const folder = temporaryFolder()
  const environment = { DATABASE_URL: `file:${folder.path}/assay.db`, LOG_LEVEL: 'silent' }
  const first = new ServerProcess(environment)
  const url = await first.ready()
  const { body } = await request(url, 'POST', '/auth/sign-up', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse',
  })
  const call = async (method: string, path: string, data?: unknown) =>
    (await request(url, method, path, data, body.accessToken)).body
  const project = await call('POST', '/projects', { name: 'Checkout' })
  const suite = await call('POST', '/test-suites', { name: 'Payments', projectId: project.id })
  await call('POST', '/test-cases', {
    name: 'Confirms the card',
    testSuiteId: suite.id,
    expectedValueType: 'string',
    expectedValue: 'Thank you',
  })
  const run = await call('POST', `/test-runs/project/${project.id}`, {})
  await signIn(page, { ...body.user, authorization: `Bearer ${body.accessToken}` }, url)
  await page.goto(`${url}/projects/${project.id}?tab=runs`)
  await expect(field(page)).toBeVisible()
  await call('PATCH', `/test-runs/result/${run.results[0].id}`, { actualValue: 'before' })
  await expect(field(page)).toHaveValue('before')
  await first.kill('SIGTERM')
  const notice = page.getByText('Live updates are interrupted')
  await expect(notice).toBeVisible({ timeout: 30_000 })
  await field(page).focus()
  const second = new ServerProcess({ ...environment, PORT: new URL(url).port })
  await second.ready()
  await call('PATCH', `/test-runs/result/${run.results[0].id}`, { actualValue: 'Thank you' })
  await expect(field(page)).toHaveValue('Thank you', { timeout: 30_000 })
  await expect(notice).toBeHidden()
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('1 passed').first()).toBeVisible()
  await call('PATCH', `/test-runs/result/${run.results[0].id}`, { actualValue: 'after' })
  await expect(field(page)).toHaveValue('after')
  await second.kill('SIGTERM')
  folder.remove()
})

test(
  'Eight tabs of one browser all work, and the used one is up to date',
  VARIANT,
  async ({ context, server, person }) => {
    test.setTimeout(120_000)
    const { run, path, setAsTess } = await twoTesters(server, person)
    const streams = openStreams(context)
    const pages: Page[] = []
    for (let tab = 0; tab < 8; tab += 1) {
      const page = await context.newPage()
      pages.push(page)
      if (tab === 0) await signIn(page, person)
      await page.goto(path)
      await expect(field(page)).toBeVisible({ timeout: 20_000 })
    }
    const [first, last] = [pages[0] as Page, pages[7] as Page]
    await whenLive(server, run.id, 1)
    await expect.poll(() => streams.size).toBe(4)
    await field(last).fill('Thank you')
    await last.keyboard.press('Enter')
    await expect(toast(last, 'Test result saved successfully')).toBeVisible()
    await setAsTess('Thanks')
    await expect(field(last)).toHaveValue('Thanks')
    await first.getByRole('heading', { level: 2 }).click()
    await expect(field(first)).toHaveValue('Thanks')
    await setAsTess('Cheers')
    await expect(field(first)).toHaveValue('Cheers')
    await expect.poll(() => streams.size).toBe(4)
    for (const page of pages) await page.close()
    await expect.poll(() => server.services.live.viewers.of(run.id)).toEqual([])
  },
)

test(
  'An entry in one tab appears in another, which stays live and keeps its draft',
  VARIANT,
  async ({ page, context, server, person, openAs }) => {
    const { path, setAsTess } = await twoTesters(server, person)
    await openAs(person, path)
    const second = await context.newPage()
    await second.goto(path)
    await expect(field(second)).toBeVisible()
    await field(second).pressSequentially('Thank')
    await field(page, '1.2 Adds up the total').fill('42.5')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Test result saved successfully')).toBeVisible()
    await expect(field(second, '1.2 Adds up the total')).toHaveValue('42.5')
    await setAsTess('{}', 3)
    await expect(row(second, '2.1 Answers with the order').getByText('failed')).toBeVisible()
    await expect(field(second)).toHaveValue('Thank')
  },
)

test.describe('With a mocked clock', () => {
  // With a shared context, the change would stay.
  test.use({ hasOwnContext: true })

  test(
    'A tab hidden for a minute closes its stream, and catches up when shown',
    VARIANT,
    async ({ page, server, person, openAs }) => {
      const { run, path, setAsTess } = await twoTesters(server, person)
      await page.clock.install()
      await openAs(person, path)
      await whenLive(server, run.id, 1)
      const turn = async (isHidden: boolean) =>
        await page.evaluate((isHidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
          Object.defineProperty(document, 'visibilityState', {
            configurable: true,
            value: isHidden ? 'hidden' : 'visible',
          })
          document.dispatchEvent(new Event('visibilitychange'))
        }, isHidden)
      await turn(true)
      await page.clock.fastForward(61_000)
      await expect.poll(() => server.services.live.viewers.of(run.id)).toEqual([])
      await setAsTess('Thanks')
      await turn(false)
      await expect(field(page)).toHaveValue('Thanks')
      await whenLive(server, run.id, 1)
    },
  )
})

test('Logout and an ended session close the stream', VARIANT, async ({ page, context, server, person, openAs }) => {
  const { tess, run, path } = await twoTesters(server, person)
  const streams = openStreams(context)
  await openAs(person, '/projects')
  await expect.poll(() => streams.size).toBe(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => streams.size).toBe(0)
  await openAs(tess, path)
  await whenLive(server, run.id, 1)
  await server.post('/auth/reset-password', { currentPassword: tess.password, newPassword: 'another horse' }, tess)
  await expect(page).toHaveURL('/login')
  await expect.poll(() => streams.size).toBe(0)
})

test('The token of a live stream is in its header, not in its URL', async ({ page, server, person, openAs }) => {
  const { run, path } = await twoTesters(server, person)
  const asked = page.waitForRequest(/\/trpc\/live\./)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const { url, headers } = await asked.then(async (request) => ({
    url: request.url(),
    headers: await request.allHeaders(),
  }))
  expect(url).not.toContain(person.authorization.replace('Bearer ', ''))
  expect(headers['authorization']).toBe(person.authorization)
})
