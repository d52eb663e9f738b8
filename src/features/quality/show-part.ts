export type Part = 'flaky' | 'suites'

export const partId = (part: Part) => `quality-${part}`

export function showPart(part: Part): void {
  const heading = document.getElementById(partId(part))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
