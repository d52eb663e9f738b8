import { useActs } from '../keys/acts.ts'

/** The keys of the comparison: rows are links in page order, and [ ] move between kinds. */
export function useChangeKeys(): void {
  const links = () => [...document.querySelectorAll<HTMLElement>('[data-change]')]
  const focused = () => links().findIndex((link) => link === document.activeElement)
  const focus = (index: number) =>
    links()
      .at(Math.max(0, Math.min(index, links().length - 1)))
      ?.focus()
  const kindOf = (link: HTMLElement | undefined) => link?.closest('[data-kind]')
  const toKind = (step: 1 | -1) => {
    const kinds = [...new Set(links().map(kindOf))]
    const kind = kinds[kinds.indexOf(kindOf(links()[focused()])) + step]
    kind?.querySelector<HTMLElement>('[data-change]')?.focus()
  }
  useActs({
    down: () => focus(focused() + 1),
    up: () => focus(focused() - 1),
    first: () => focus(0),
    last: () => focus(links().length - 1),
    nextSuite: () => toKind(1),
    previousSuite: () => toKind(-1),
  })
}
