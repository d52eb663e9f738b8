import type { Locator, Page } from '@playwright/test'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const bar = (page: Page) => page.getByRole('region', { name: /^Test run/ }).locator('..')

async function edges(element: Locator) {
  const box = await element.boundingBox()
  return box && { top: box.y, bottom: box.y + box.height }
}

type Box = { x: number; y: number; width: number; height: number } | null

const meet = (a: Box, b: Box) =>
  a !== null && b !== null && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

for (const { width, height, lines } of [
  { width: 1280, height: 800, lines: { header: [0, 40], tabs: [40, 72], bar: [72, 112] } },
  { width: 390, height: 844, lines: { header: [0, 44], tabs: [44, 80], bar: [80, 144] } },
])
  test(`At ${width} px the header, tabs and run bar take ${lines.bar[1]} px, and the bar stays when scrolled`, async ({
    page,
    server,
    person,
    openAs,
  }) => {
    const { path } = await runOf60(server, person)
    await page.setViewportSize({ width, height })
    await openAs(person, path)
    await expect(page.getByRole('heading', { level: 2, name: 'Release 1.4' })).toBeVisible()
    const parts = { header: page.getByRole('banner'), tabs: page.getByRole('tablist').locator('..'), bar: bar(page) }
    for (const [name, part] of Object.entries(parts)) {
      const [top, bottom] = lines[name as keyof typeof lines]
      expect(await edges(part), name).toEqual({ top, bottom })
    }
    await expect(page.getByRole('combobox').first()).toHaveAttribute('aria-label', 'Test Run')
    await page.evaluate(() => window.scrollTo(0, 2_000))
    await expect.poll(async () => (await edges(bar(page)))?.top).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

/** WCAG 1.4.12 */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

test(
  'With the text spacing of a user, the name of a run stays in its bar',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await runOf60(server, person)
    await openAs(person, path)
    await expect(page.getByText('1 still failing')).toBeVisible()
    await page.addStyleTag({ content: SPACED })
    const { top, bottom } = (await edges(bar(page))) ?? { top: NaN, bottom: NaN }
    const name = await edges(page.getByRole('heading', { level: 2, name: 'Release 1.4' }))
    expect(name?.top).toBeGreaterThanOrEqual(top)
    expect(name?.bottom).toBeLessThan(bottom)
  },
)

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 800, height: 800 },
  { width: 390, height: 844 },
])
  test(
    `At ${width} px a long name of a run ends with an ellipsis on the line of its bar`,
    width === 390 ? {} : VARIANT,
    async ({ page, server, person, openAs }) => {
      const { run, path } = await runOf60(server, person)
      const description =
        'Release candidate 2.4.7 of the checkout with the new payment provider, after the second hotfix'
      await server.patch(`/test-runs/${run.id}`, { description }, person)
      await page.setViewportSize({ width, height })
      await openAs(person, path)
      const title = page.getByRole('heading', { level: 2, name: description })
      await expect(title).toHaveAttribute('title', description)
      await expect(page.getByText('1 still failing')).toBeAttached()
      const { top, bottom } = (await edges(bar(page))) ?? { top: NaN, bottom: NaN }
      const line = await edges(title)
      expect(line?.top).toBeGreaterThanOrEqual(top)
      expect(line?.bottom).toBeLessThanOrEqual(bottom)
      const box = await title.boundingBox()
      expect(box?.height).toBeLessThan(28)
      expect(box?.width).toBeGreaterThan(48)
      expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
      for (const button of await bar(page).getByRole('button').filter({ visible: true }).all())
        expect(meet(box, await button.boundingBox())).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )

test('The menu of a run copies its link and shows its id and key', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { run, path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Re-run failedShift+R',
    'Edit details',
    'Pin: retention keeps it',
    'Add report',
    'Copy link',
    'Share',
    'Export',
    'Print',
  ])
  await expect(page.getByRole('menu')).toContainText(run.id)
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}${path}`)
})

test('A run without a description is named by the end of its id', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const run = await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`Run ${run.id.slice(-8)}`)
})

test('The logo is at the same place on every screen', VARIANT, async ({ page, server, admin, openAs }) => {
  const project = await server.project(admin)
  const places = []
  for (const path of ['/', '/admin', '/api-docs', `/projects/${project.id}`, `/projects/${project.id}?tab=runs`]) {
    await openAs(admin, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const box = await page.getByRole('link', { name: 'Assay home' }).locator('img').boundingBox()
    places.push([box?.x, Math.round(box?.y ?? NaN)])
  }
  expect(new Set(places.map(String))).toEqual(new Set([String(places[0])]))
})
