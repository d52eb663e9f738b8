/** The parts of the screen that a number leads to. */
export type Part = 'flaky' | 'suites'

export const partId = (part: Part) => `quality-${part}`

/** Scrolls to the heading of a part and focuses it. */
export function showPart(part: Part): void {
  const heading = document.getElementById(partId(part))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
