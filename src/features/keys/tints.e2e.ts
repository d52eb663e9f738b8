import type { Locator, Page } from '@playwright/test'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const NOTHING = 'rgba(0, 0, 0, 0)'

/** A switch of the color scheme starts short transitions, reduced motion or not. */
const background = async (row: Locator) =>
  await row.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished))
    return getComputedStyle(element).backgroundColor
  })

const select = async (page: Page, label: string) =>
  await page.getByRole('button', { name: `Select ${label}`, exact: true }).click()

async function expectTints(page: Page, plain: Locator, selected: Locator[]) {
  await expect(selected.at(-1) as Locator).toHaveAttribute('aria-current')
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const tints = await Promise.all(selected.map(background))
    expect(new Set(tints).size).toBe(1)
    expect([NOTHING, await background(plain)]).not.toContain(tints[0])
  }
}

test(
  'Selected rows of each grid are tinted, also the one at the cursor',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, path } = await runOf60(server, person)
    await openAs(person, path)
    for (const number of ['1.3', '1.4']) await select(page, number)
    await expectTints(page, row(page, '1.6'), [row(page, '1.3'), row(page, '1.4')])

    await page.goto(`/projects/${project.id}?tab=runs&view=all`)
    const run = (ref: string) =>
      page.getByRole('grid', { name: 'Runs' }).getByRole('row', { name: new RegExp(`^${ref} `) })
    await select(page, 'R1')
    await expectTints(page, run('R2'), [run('R1')])

    await page.goto(`/projects/${project.id}`)
    await page.getByRole('button', { name: /Cart/ }).first().click()
    const shown = (number: string) => page.getByRole('group', { name: new RegExp(`^${number} `) })
    for (const number of ['1.3', '1.4']) await select(page, number)
    await expectTints(page, shown('1.6'), [shown('1.3'), shown('1.4')])
  },
)
