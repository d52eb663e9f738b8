import type { Page } from '@playwright/test'
import { expect, type Person, test, type TestServer, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { type RunOf60, runOf60 } from '#src/testing/run-of-60.ts'

// Only code that no other test has loaded is awaited.
test.use({ hasOwnContext: true })

type Opener = {
  name: string
  tab: 'runs' | 'suites'
  open: (page: Page) => Promise<void>
  /** The field that is focused once it is open; omitted if it has none. */
  field?: string
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const OPENERS: Opener[] = [
  { name: 'Go to', tab: 'runs', open: (page) => press(page, 'Control+k'), field: 'Go to' },
  { name: 'Keyboard shortcuts', tab: 'runs', open: (page) => press(page, '?') },
  { name: 'Start Test Run', tab: 'runs', open: (page) => press(page, 'Shift+R'), field: 'Description' },
  { name: 'Edit details', tab: 'runs', open: (page) => menuItem(page, 'Edit details'), field: 'Description' },
  { name: 'Share Test Run', tab: 'runs', open: (page) => menuItem(page, 'Share') },
  { name: 'Create Test Case', tab: 'suites', open: (page) => press(page, 'c'), field: 'Test Case Name' },
  { name: 'Edit Test Case', tab: 'suites', open: (page) => press(page, 'e'), field: 'Test Case Name' },
  { name: 'Delete Test Case', tab: 'suites', open: (page) => press(page, 'Delete') },
  { name: 'Trash', tab: 'suites', open: (page) => button(page, 'Trash'), field: 'Search the trash' },
  {
    name: 'Tag 1 case',
    tab: 'suites',
    open: async (page) => {
      await press(page, 'x')
      await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).focus()
      await press(page, 'Enter')
    },
  },
]

const isSample = ({ name }: Opener) => name === 'Edit Test Case'

for (const opener of OPENERS)
  test(
    `200 keys typed while “${opener.name}” opens change nothing behind it`,
    isSample(opener) ? {} : VARIANT,
    async ({ page, server, person, openAs }) => {
      const run = await runOf60(server, person)
      const release = await holdCode(page)
      await openAs(person, opener.tab === 'runs' ? run.path : `/projects/${run.project.id}`)
      await (opener.tab === 'runs' ? startInRun(page) : startInSuites(page))
      const before = await stateOf(server, person, run)
      await opener.open(page)
      const keys = randomKeys(opener.name)
      await press(page, ...keys.slice(0, 100))
      release()
      await press(page, ...keys.slice(100))
      const dialog = page.getByRole('dialog', { name: opener.name })
      await expect(dialog).toBeVisible()
      const field = opener.field === undefined ? null : dialog.getByLabel(opener.field, { exact: true })
      // Keys are typed one by one, and each one searches.
      if (field) await expect.poll(async () => await field.inputValue(), { timeout: 60_000 }).toContain(keys.join(''))
      expect(await stateOf(server, person, run)).toEqual(before)
    },
  )

test('Text typed right after Ctrl+K is searched for, and Enter opens what it finds', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const run = await runOf60(server, person)
  const release = await holdCode(page)
  await openAs(person, run.path)
  await startInRun(page)
  await press(page, 'Control+k', ...'>last row'.split(''), 'Enter')
  release()
  await expect(row(page, '3.20')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('A note typed right after F is the note, also while the code of an open panel loads', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const run = await runOf60(server, person)
  const release = await holdCode(page)
  await openAs(person, run.path)
  await startInRun(page)
  await press(page, 'o', 'f', ...'timeout'.split(''), 'Enter')
  release()
  await expect(row(page, '1.1')).toHaveAccessibleName(/, failed$/)
  await expect(row(page, '1.2')).toBeFocused()
  const noteOf = async () => {
    const { body } = await server.get(`/test-runs/${run.run.id}`, person)
    return body.results.find(({ id }: { id: string }) => id === run.resultOf('1.1').id).notes
  }
  await expect.poll(noteOf).toBe('timeout')
})

test('The code of dialogs is loaded when the page is idle, and Ctrl+K waits for nothing', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  const loaded = page.waitForResponse(/\/command-palette-[^/]*\.js$/)
  const loading = new Set<unknown>()
  page.on('request', (request) => void (/\.(js|css)$/.test(request.url()) && loading.add(request)))
  page.on('requestfinished', (request) => void loading.delete(request))
  page.on('requestfailed', (request) => void loading.delete(request))
  await openAs(person, path)
  await (await loaded).finished()
  // It needs other files too.
  await expect.poll(() => loading.size).toBe(0)
  await startInRun(page)
  await page.context().setOffline(true)
  await press(page, 'Control+k')
  await expect(page.getByPlaceholder('Go to …')).toBeFocused()
})

for (const { name, path, key, code, opened } of [
  { name: 'the palette', path: 'run', key: 'Control+k', code: 'command-palette', opened: 'dialog' },
  { name: 'the panel of a run', path: 'run', key: 'o', code: 'open-panel', opened: 'complementary' },
  { name: 'the panel of a case', path: 'suites', key: 'o', code: 'open-case-panel', opened: 'complementary' },
] as const)
  test(`The next press opens ${name} after its code could not be loaded`, async ({ page, server, person, openAs }) => {
    const { project, path: runPath } = await runOf60(server, person)
    await keepFromIdling(page)
    let isAway = true
    // Before the page opens: a route that is added later may miss the next request.
    await page.route(`**/${code}-*.js`, (route) => (isAway ? route.abort() : route.continue()))
    await openAs(person, path === 'run' ? runPath : `/projects/${project.id}`)
    await (path === 'run' ? startInRun(page) : startInSuites(page))
    await press(page, key)
    await expect(page.getByText('This part of the page could not be loaded')).toBeVisible()
    isAway = false
    await press(page, key)
    await expect(page.getByRole(opened)).toBeVisible()
  })

const keepFromIdling = (page: Page) => page.addInitScript(() => (window.requestIdleCallback = () => 0))

/** Delays code requested from now on, and keeps the page from loading it when idle. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await keepFromIdling(page)
  await page.route(/\/(?!index|common|project-page|overlays|draft-sender|live-client)[^/]*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

async function startInRun(page: Page) {
  await expect(row(page, '1.1')).toBeVisible()
  await press(page, 'Home')
  await expect(row(page, '1.1')).toBeFocused()
}

async function startInSuites(page: Page) {
  const item = (number: string) => page.getByRole('group', { name: new RegExp(`^${number.replace('.', '\\.')} `) })
  await page.getByRole('button', { name: /Cart/ }).first().click()
  await expect(item('1.1')).toBeVisible()
  await press(page, 'Home', 'ArrowDown')
  await expect(item('1.1')).toBeFocused()
}

async function menuItem(page: Page, name: string) {
  await button(page, 'More')
  await page.getByRole('menuitem', { name }).focus()
  await press(page, 'Enter')
}

async function button(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus()
  await press(page, 'Enter')
}

/** Results, cases and runs of a project: everything that keys could change. */
async function stateOf(server: TestServer, person: Person, { project, run }: RunOf60) {
  const paths = [`/test-runs/${run.id}`, `/projects/${project.id}`, `/test-suites/project/${project.id}`]
  const read = async (path: string) => (await server.get(path, person)).body
  return await Promise.all(paths.map(read))
}

/** Seeded random keys that neither press a button nor leave a dialog. */
function randomKeys(seed: string): string[] {
  const keys = 'abcdefghijklmnopqrstuvwxyzPXSZR0123456789.,;[]/?-'
  let state = seed.length + seed.charCodeAt(0)
  return Array.from({ length: 200 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return keys[state % keys.length] ?? ''
  })
}
