import type { Page } from '@playwright/test'
import { type ActOn, actsOn, entryOf, type Key } from '../../keys/key-map.ts'
import { keyName } from '../../keys/key-names.ts'
import { machine } from '../../../../server/testing/server.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { newPerson, type Person, type TestServer } from '#src/testing/fixtures.ts'
import { panel, row } from '#src/testing/result-row.ts'

/*
 * Each key of a run: those that record in a test of their own, the others group by group, each from the same state. The
 * run has 1.1 (text), 1.2 (number), 1.3 (boolean, with steps), 2.1 (automated, failed with other JSON) and 2.2; the cursor
 * starts on 1.1.
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
  defects: async (page, pressKey) => {
    await pressKey()
    await expect(panel(page).getByRole('combobox', { name: 'Defects' })).toBeFocused()
  },
  steps: from(3, async (page, pressKey) => {
    await pressKey()
    await expect(panel(page).getByRole('group', { name: 'Step 1' }).getByRole('button').first()).toBeFocused()
  }),
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
    await expect(page.getByRole('button', { name: '2 failed' })).toBeVisible()
    await pressKey()
    await expect(page.getByRole('dialog', { name: 'Start Test Run' })).toContainText('2 cases')
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
  diff: from(4, async (page, pressKey) => {
    await pressKey()
    const diff = panel(page).getByRole('group', { name: 'Diff' })
    await expect(diff.getByRole('button', { name: 'Unified' })).toBeFocused()
  }),
  history: async (page, pressKey) => {
    await pressKey()
    await expect(panel(page).getByRole('list', { name: 'Last 10 runs' }).getByRole('link').first()).toBeFocused()
  },
  search: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('searchbox', { name: 'Search this run' })).toBeFocused()
  },
  filter: async (page, pressKey, key) => {
    await press(page, key === '0' ? '1' : '0')
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

type RunAct = ActOn<'run' | 'lists' | 'project'>

const acts = actsOn('run', 'lists', 'project')
const titleOf = (act: RunAct, key: Key) => `The key ${keyName(key)} works: ${entryOf(act).title}`
const isRecording = (act: RunAct) => entryOf(act).group === 'Record'

async function check(page: Page, act: RunAct, key: Key): Promise<void> {
  await CHECKS[act](page, async () => await press(page, ...key.split(' ')), key)
}

/** Leaves fields, dialogs, the selection, the panel and the search, and returns to the first row of all. */
async function startAnew(page: Page): Promise<void> {
  await press(page, 'Escape', 'Escape', 'Escape', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'g', 'r')
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible()
  await press(page, '0')
  await expect(row(page, '1.1')).toBeVisible()
  await press(page, 'Home')
  await isCurrent(page, '1.1')
}

test.beforeEach(async ({ page, server, person, openAs }) => {
  await openAs(person, await runOf5(server, person))
  await expect(row(page, '1.1')).toBeVisible()
  await press(page, 'Home')
  await isCurrent(page, '1.1')
})

for (const act of acts.filter(isRecording))
  for (const key of entryOf(act).keys) test(titleOf(act, key), async ({ page }) => await check(page, act, key))

for (const [group, inGroup] of Map.groupBy(
  acts.filter((act) => !isRecording(act)),
  (act) => entryOf(act).group,
))
  test(`The keys of the group ${group} work in a run`, async ({ page }) => {
    for (const act of inGroup)
      for (const key of entryOf(act).keys)
        await test.step(titleOf(act, key), async () => {
          await startAnew(page)
          await check(page, act, key)
        })
  })

async function runOf5(server: TestServer, owner: Person): Promise<string> {
  const { project, cases } = await sampleProject(server, owner)
  await server.patch(
    `/test-cases/${cases.flag.id}`,
    { steps: [{ action: 'Reload', expected: 'The cart is full' }] },
    owner,
  )
  await addTester(server, owner, project.id, await newPerson(server, 'Tess'))
  const before = await server.run(owner, project.id, 'Nightly 5')
  await server.patch(`/test-runs/result/${before.results[0].id}`, { actualValue: 'Thank you' }, owner)
  const run = await server.run(owner, project.id, 'Release 1.4')
  await server.execute(machine(project), cases.auto.id, run.id, { actualValue: '{"status":"open"}' })
  return `/projects/${project.id}?tab=runs&run=${run.id}`
}
