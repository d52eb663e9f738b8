import type { Page } from '@playwright/test'
import { type ActOn, actsOn, entryOf, type Key } from '../../keys/key-map.ts'
import { keyName } from '../../keys/key-names.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { newPerson, type Person, type TestServer } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'

/*
 * One test for each key of a run. The run has 1.1 (text), 1.2 (number), 1.3 (boolean), 2.1 (automated) and 2.2; the
 * cursor starts on 1.1.
 */

type Check = (page: Page, press: () => Promise<void>, key: Key) => Promise<void>

const isCurrent = async (page: Page, number: string) => {
  await expect(row(page, number)).toHaveAttribute('aria-current', 'true')
  await expect(row(page, number)).toBeFocused()
}
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key.replace('Ctrl', 'Control'))
}
const selected = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const panel = (page: Page) => page.getByRole('complementary', { name: /^Case/ })
const passes = (page: Page, number: string) => expect(row(page, number)).toHaveAccessibleName(/, passed$/)

/** Moves to a row first. */
const from =
  (number: number, check: Check): Check =>
  async (page, pressKey, key) => {
    for (let step = 1; step < number; step += 1) await press(page, 'ArrowDown')
    await check(page, pressKey, key)
  }

const moves =
  (number: string): Check =>
  async (page, pressKey) => {
    await pressKey()
    await isCurrent(page, number)
  }

const judges =
  (status: string): Check =>
  async (page, pressKey) => {
    await pressKey()
    await expect(row(page, '1.1')).toHaveAccessibleName(new RegExp(`, ${status}$`))
  }

const goesTo =
  (name: string): Check =>
  async (page, pressKey) => {
    await pressKey()
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  }

const enters =
  (name: RegExp): Check =>
  async (page, pressKey) => {
    await pressKey()
    await expect(panel(page).getByRole('group', { name }).or(panel(page).getByRole('list', { name }))).toBeVisible()
  }

const CHECKS: Record<ActOn<'run' | 'lists' | 'project'>, Check> = {
  down: moves('1.2'),
  up: from(3, moves('1.2')),
  first: from(4, moves('1.1')),
  last: moves('2.2'),
  previousSuite: from(4, moves('1.1')),
  nextSuite: moves('2.1'),
  nextPending: async (page, pressKey) => {
    await press(page, 'p', 'ArrowUp')
    await passes(page, '1.1')
    await pressKey()
    await isCurrent(page, '1.2')
  },
  pass: async (page, pressKey, key) => {
    await judges('passed')(page, pressKey, key)
    await isCurrent(page, '1.2')
  },
  fail: async (page, pressKey, key) => {
    await judges('failed')(page, pressKey, key)
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  },
  skip: async (page, pressKey, key) => {
    await judges('skipped')(page, pressKey, key)
    await isCurrent(page, '1.2')
  },
  clear: async (page, pressKey, key) => {
    await press(page, 'p', 'ArrowUp')
    await passes(page, '1.1')
    await judges('pending')(page, pressKey, key)
    await isCurrent(page, '1.1')
  },
  edit: async (page, pressKey) => {
    await pressKey()
    await expect(row(page, '1.1').getByLabel('Actual Value')).toBeFocused()
  },
  note: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  },
  steps: async (page, pressKey) => {
    await pressKey()
    await expect(panel(page)).toBeVisible()
  },
  assign: async (page, pressKey) => {
    await pressKey()
    await page.getByRole('menuitem', { name: 'Tess' }).click()
    await expect(row(page, '1.1').getByTitle('Tess')).toBeVisible()
    await isCurrent(page, '1.1')
  },
  assignMe: async (page, pressKey) => {
    await pressKey()
    await expect(row(page, '1.1').getByTitle('Ada Lovelace')).toBeVisible()
  },
  rerun: async (page, pressKey) => {
    await press(page, 'f', 'Escape')
    await expect(row(page, '1.1')).toHaveAccessibleName(/, failed$/)
    await expect(page.getByRole('button', { name: '1 failed' })).toBeVisible()
    await pressKey()
    await expect(page.getByRole('dialog', { name: 'Start Test Run' })).toContainText('1 case')
  },
  undo: async (page, pressKey) => {
    await press(page, 'p')
    await passes(page, '1.1')
    await pressKey()
    await expect(row(page, '1.1')).toHaveAccessibleName(/, pending$/)
    await isCurrent(page, '1.1')
  },
  select: async (page, pressKey) => {
    await pressKey()
    await expect(selected(page)).toContainText('1 selected')
    await pressKey()
    await expect(selected(page)).toBeHidden()
  },
  selectDown: async (page, pressKey) => {
    await pressKey()
    await pressKey()
    await expect(selected(page)).toContainText('3 selected')
    await isCurrent(page, '1.3')
  },
  selectUp: from(3, async (page, pressKey) => {
    await pressKey()
    await expect(selected(page)).toContainText('2 selected')
    await isCurrent(page, '1.2')
  }),
  selectAll: async (page, pressKey) => {
    await pressKey()
    await expect(selected(page)).toContainText('5 selected')
  },
  panel: async (page, pressKey) => {
    await pressKey()
    await expect(panel(page)).toBeVisible()
    await pressKey()
    await expect(panel(page)).toBeHidden()
    await isCurrent(page, '1.1')
  },
  diff: async (page, pressKey) => {
    await pressKey()
    await expect(panel(page)).toBeVisible()
  },
  history: enters(/Last 10 runs/),
  search: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('searchbox', { name: 'Search this run' })).toBeFocused()
  },
  filter: async (page, pressKey, key) => {
    await pressKey()
    const button = page.getByRole('group', { name: 'Show results' }).getByRole('button').nth(Number(key))
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  },
  copyLink: async (page, pressKey) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'ArrowDown')
    await pressKey()
    await expect(page.getByText('Link to the case copied')).toBeVisible()
    await page.goto(await page.evaluate(async () => await navigator.clipboard.readText()))
    await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
    await expect(panel(page)).toBeVisible()
  },
  escape: async (page, pressKey) => {
    await press(page, '/')
    await page.keyboard.type('card')
    await expect(row(page, '1.2')).toBeHidden()
    await pressKey()
    await isCurrent(page, '1.1')
    await press(page, 'x', 'o')
    await expect(panel(page)).toBeVisible()
    await pressKey()
    await expect(selected(page)).toBeHidden()
    await expect(panel(page)).toBeVisible()
    await pressKey()
    await expect(panel(page)).toBeHidden()
    await expect(row(page, '1.2')).toBeHidden()
    await pressKey()
    await expect(row(page, '1.2')).toBeVisible()
  },
  goSuites: goesTo('Test Suites'),
  goRuns: async (page, pressKey, key) => {
    await press(page, 'g', 's')
    await goesTo('Test Runs')(page, pressKey, key)
  },
  goAllRuns: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('grid', { name: 'Runs' })).toBeVisible()
  },
  goQuality: goesTo('Quality'),
  goMembers: goesTo('Members'),
  palette: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByPlaceholder('Go to …')).toBeFocused()
  },
  shortcuts: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  },
}

for (const act of actsOn('run', 'lists', 'project'))
  for (const key of entryOf(act).keys)
    test(`The key ${keyName(key)} works: ${entryOf(act).title}`, async ({ page, server, person, openAs }) => {
      await openAs(person, await runOf5(server, person))
      await expect(row(page, '1.1')).toBeVisible()
      await press(page, 'Home')
      await isCurrent(page, '1.1')
      await CHECKS[act](page, async () => await press(page, ...key.split(' ')), key)
    })

async function runOf5(server: TestServer, owner: Person): Promise<string> {
  const { project } = await sampleProject(server, owner)
  await addTester(server, owner, project.id, await newPerson(server, 'Tess'))
  const before = await server.run(owner, project.id, 'Nightly 5')
  await server.patch(`/test-runs/result/${before.results[0].id}`, { actualValue: 'Thank you' }, owner)
  const run = await server.run(owner, project.id, 'Release 1.4')
  return `/projects/${project.id}?tab=runs&run=${run.id}`
}
