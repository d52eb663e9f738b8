import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SCHEMES = ['light', 'dark'] as const

/**
 * Expects no serious or critical axe violation in light and dark, and no horizontal overflow at 390 px.
 * Writes three pictures to screenshots/.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `screenshots/${name}-${colorScheme}.png`, animations: 'disabled' })
    expect(await seriousProblems(page), `axe on ${name}, ${colorScheme}`).toEqual([])
  }
  const size = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `screenshots/${name}-390.png`, animations: 'disabled' })
  expect(await overflowing(page), `overflow of ${name} at 390 px`).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** The elements that make the page wider than its window. */
async function overflowing(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.tagName}.${element.className}`)
  })
}

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}

/** Leaves a procedure without an answer, so that its loading state stays. */
export async function hold(page: Page, procedure: string): Promise<void> {
  await page.route(new RegExp(`/trpc/[^?]*${procedure}`), () => undefined)
}

/** Makes each call of a procedure fail. */
export async function abort(page: Page, procedure: string): Promise<void> {
  await page.route(new RegExp(`/trpc/[^?]*${procedure}`), (route) => route.abort())
}
