import type { Page } from '@playwright/test'
import { panel } from '#src/testing/result-row.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { type ActOn, actsOn, entryOf, type Key } from '../../keys/key-map.ts'
import { keyName } from '../../keys/key-names.ts'

/*
 * Each key of the Test Suites tab. Keys that change cases have their own test, the others are tested in groups, each
 * key from the same state. Suite 1 has 1.1 to 1.3 and is open; suite 2, with 2.1 (automated) and 2.2, is closed. The
 * cursor starts on the head of suite 1.
 */

type Check = (page: Page, press: () => Promise<void>, key: Key) => Promise<void>

const row = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name.replace('.', '\\.')} `) })
const isCurrent = async (page: Page, name: string) => {
  await expect(row(page, name)).toHaveAttribute('aria-current', 'true')
  await expect(row(page, name)).toBeFocused()
}
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key.replace('Ctrl', 'Control'))
}
const selected = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const from =
  (steps: number, check: Check): Check =>
  async (page, pressKey, key) => {
    for (let step = 0; step < steps; step += 1) await press(page, 'ArrowDown')
    await check(page, pressKey, key)
  }

const moves =
  (name: string): Check =>
  async (page, pressKey) => {
    await pressKey()
    await isCurrent(page, name)
  }

const CHECKS: Record<ActOn<'suites' | 'lists'>, Check> = {
  down: moves('1.1'),
  up: from(3, moves('1.2')),
  first: from(3, moves('1')),
  last: moves('2'),
  previousSuite: from(4, moves('1')),
  nextSuite: moves('2'),
  undo: from(1, async (page, pressKey) => {
    await press(page, 'Alt+ArrowDown')
    await expect(row(page, '1.2')).toHaveAccessibleName(/Confirms the card/)
    await pressKey()
    await expect(row(page, '1.1')).toHaveAccessibleName(/Confirms the card/)
  }),
  select: from(1, async (page, pressKey) => {
    await pressKey()
    await expect(selected(page)).toContainText('1 selected')
    await pressKey()
    await expect(selected(page)).toBeHidden()
  }),
  selectDown: from(1, async (page, pressKey) => {
    await pressKey()
    await pressKey()
    await expect(selected(page)).toContainText('3 selected')
    await isCurrent(page, '1.3')
  }),
  selectUp: from(3, async (page, pressKey) => {
    await pressKey()
    await expect(selected(page)).toContainText('2 selected')
    await isCurrent(page, '1.2')
  }),
  selectAll: async (page, pressKey) => {
    await pressKey()
    await expect(selected(page)).toContainText('3 selected')
  },
  panel: from(1, async (page, pressKey) => {
    await pressKey()
    await expect(panel(page)).toBeVisible()
    await pressKey()
    await expect(panel(page)).toBeHidden()
  }),
  search: async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('searchbox', { name: 'Search cases' })).toBeFocused()
  },
  escape: from(1, async (page, pressKey) => {
    await press(page, 'x', 'o')
    await expect(panel(page)).toBeVisible()
    await pressKey()
    await expect(selected(page)).toBeHidden()
    await pressKey()
    await expect(panel(page)).toBeHidden()
    await isCurrent(page, '1.1')
  }),
  openRow: from(2, async (page, pressKey) => {
    await pressKey()
    await expect(panel(page)).toContainText('Adds up the total')
  }),
  closeSuite: from(2, async (page, pressKey) => {
    await pressKey()
    await isCurrent(page, '1')
    await pressKey()
    await expect(row(page, '1.1')).toBeHidden()
  }),
  openSuite: from(4, async (page, pressKey) => {
    await pressKey()
    await expect(row(page, '2.1')).toBeVisible()
    await pressKey()
    await isCurrent(page, '2.1')
  }),
  newCase: async (page, pressKey) => {
    await pressKey()
    await expect(dialog(page, 'Create Test Case')).toBeVisible()
  },
  quickCase: from(4, async (page, pressKey) => {
    await pressKey()
    await expect(page.getByRole('textbox', { name: 'New case in Receipts' })).toBeFocused()
  }),
  editCase: from(1, async (page, pressKey) => {
    await pressKey()
    await expect(dialog(page, 'Edit Test Case').getByLabel('Test Case Name', { exact: true })).toHaveValue(
      'Confirms the card',
    )
  }),
  rename: from(1, async (page, pressKey) => {
    await pressKey()
    await page.keyboard.type('Confirms the order')
    await press(page, 'Enter')
    await expect(row(page, '1.1')).toHaveAccessibleName('1.1 Confirms the order')
    await isCurrent(page, '1.1')
  }),
  moveUp: from(3, async (page, pressKey) => {
    await pressKey()
    await expect(row(page, '1.2')).toHaveAccessibleName(/Keeps the cart/)
    await isCurrent(page, '1.2')
  }),
  moveDown: from(1, async (page, pressKey) => {
    await pressKey()
    await expect(row(page, '1.2')).toHaveAccessibleName(/Confirms the card/)
    await isCurrent(page, '1.2')
  }),
  remove: from(1, async (page, pressKey) => {
    await pressKey()
    await expect(dialog(page, 'Delete Test Case')).toContainText('Confirms the card')
  }),
}

type SuitesAct = ActOn<'suites' | 'lists'>

const CHANGING: SuitesAct[] = ['undo', 'rename', 'moveUp', 'moveDown']
const others = actsOn('suites', 'lists').filter((act) => !CHANGING.includes(act))
const titleOf = (act: SuitesAct, key: Key) => `The key ${keyName(key)} works among the suites: ${entryOf(act).title}`

async function check(page: Page, act: SuitesAct, key: Key): Promise<void> {
  await CHECKS[act](page, async () => await press(page, ...key.split(' ')), key)
}

/** Leaves fields, dialogs, the selection and the panel, and returns to the head of the open suite 1. */
async function startAnew(page: Page): Promise<void> {
  await press(page, 'Escape', 'Escape', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'End', 'ArrowLeft', 'ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight')
  await isCurrent(page, '1')
  await expect(row(page, '1.1')).toBeVisible()
  await expect(row(page, '2.1')).toBeHidden()
}

test.beforeEach(async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await expect(row(page, '1.1')).toBeVisible()
  await press(page, 'Home')
  await isCurrent(page, '1')
})

for (const act of CHANGING)
  for (const key of entryOf(act).keys) test(titleOf(act, key), async ({ page }) => await check(page, act, key))

for (const [group, inGroup] of Map.groupBy(others, (act) => entryOf(act).group))
  test(`The keys of the group ${group} work among the suites`, async ({ page }) => {
    for (const act of inGroup)
      for (const key of entryOf(act).keys)
        await test.step(titleOf(act, key), async () => {
          await startAnew(page)
          await check(page, act, key)
        })
  })
