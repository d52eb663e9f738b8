import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SCHEMES = ['light', 'dark'] as const
const PHONE = { width: 390, height: 844 }
/** The window of 1280 × 800 at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 }

/** Changes of colours or size start thousands of transitions, and without a GPU every frame is expensive. */
const STILL = '*, ::before, ::after { transition: none !important }'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Dark has the elements of light in other colours; 200 % zoom has the colours of 390 px. */
const RULES = {
  all: {},
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
  elements: { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
} as const

/**
 * Expects no serious or critical axe violation in light and dark, at 390 px and at 200 % zoom, controls of at least 24
 * px, and no horizontal overflow at 390 px. With PICTURES, writes three pictures to screenshots/.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await page.addStyleTag({ content: STILL })
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, `${name}-${colorScheme}`)
    const rules = colorScheme === 'light' ? 'all' : 'colours'
    expect(await seriousProblems(page, rules), `axe on ${name}, ${colorScheme}`).toEqual([])
  }
  expect(await smallControls(page), `small controls of ${name}`).toEqual([])
  const size = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  await picture(page, `${name}-390`)
  expect(await overflowing(page), `overflow of ${name} at 390 px`).toEqual([])
  expect(await seriousProblems(page, 'all'), `axe on ${name}, 390 px`).toEqual([])
  expect(await smallControls(page), `small controls of ${name} at 390 px`).toEqual([])
  await page.setViewportSize(ZOOMED)
  expect(await seriousProblems(page, 'elements'), `axe on ${name}, 200 %`).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** Lets the page follow a change of its colours or size. Nobody looks at the pictures of a lane, and they take long. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  if (process.env['PICTURES']) await page.screenshot({ path: `screenshots/${name}.png`, animations: 'disabled' })
}

/** The elements that make the page wider than its window. */
export async function overflowing(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.tagName}.${element.className}`)
  })
}

/** Controls that are too small. Links inside a sentence are exempt, and Swagger UI is not ours. */
async function smallControls(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const MIN = 24
    const CONTROLS = 'a, button, input, select, textarea, summary, [role=tab], [role=switch], [role=menuitem]'
    // The input of a switch is invisible; its label is the track.
    const trackOf = (control: Element) =>
      control.matches('[role=switch]') ? control.parentElement?.querySelector('label') : null
    const boxOf = (control: Element) =>
      (control.closest('label') ?? trackOf(control) ?? control).getBoundingClientRect()
    return [...document.querySelectorAll(CONTROLS)]
      .filter((control) => {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
        if (control.closest('.swagger-ui') || control.matches('input[type=file], [aria-hidden=true] *')) return false
        if (control.matches('a') && getComputedStyle(control).display === 'inline') return false
        const { width, height } = boxOf(control)
        return width > 1 && (Math.round(width) < MIN || Math.round(height) < MIN)
      })
      .map((control) => {
        const { width, height } = boxOf(control)
        return `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent} ${width} × ${height}`
      })
  })
}

async function seriousProblems(page: Page, rules: keyof typeof RULES): Promise<string[]> {
  const isInjected = await page.evaluate(() => 'axe' in window)
  // Hides the inert page behind a dialog: no rule checks it, but axe spends most of its time walking it.
  const style = await page.addStyleTag({ content: '#root[inert] { display: none }' })
  // Without details of what passes, and without the page that the library opens for frames of other origins: the app has
  // none. Both take most of the time. The library would inject itself anew, twice.
  const { violations } = await new AxeBuilder({ page, ...(isInjected && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'], ...RULES[rules] })
    .setLegacyMode()
    .analyze()
  await style.evaluate((element) => (element as Element).remove())
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}

/** Leaves a procedure unanswered, so that its loading state stays. */
export async function hold(page: Page, procedure: string): Promise<void> {
  await page.route(new RegExp(`/trpc/[^?]*${procedure}`), () => undefined)
}

/** Makes each call of a procedure fail. */
export async function abort(page: Page, procedure: string): Promise<void> {
  await page.route(new RegExp(`/trpc/[^?]*${procedure}`), (route) => route.abort())
}

/** Makes each call of a procedure fail, and resolves once the page has read it again in vain. */
export async function failRefetch(page: Page, procedure: string): Promise<void> {
  let failures = 0
  await page.route(new RegExp(`/trpc/[^?]*${procedure}`), (route) => {
    failures += 1
    return route.abort()
  })
  const seen = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return failures
  }
  // A call without an answer is repeated once.
  await expect.poll(seen).toBeGreaterThan(1)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
