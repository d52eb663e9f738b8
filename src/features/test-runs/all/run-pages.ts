/** A run as far as the order of the list needs it. Newer runs have greater ids. */
type Listed = { id: string }

/** How many runs a page has. */
export const RUNS_PER_PAGE = 100

/**
 * The loaded pages with their newest runs read again: `head` replaces what it covers, so that new runs join, ended ones
 * change and deleted ones leave. A short head is the whole list.
 */
export function withHead<Run extends Listed>(pages: readonly Run[][], head: Run[]): Run[][] {
  const last = head.length < RUNS_PER_PAGE ? undefined : head.at(-1)
  const older = (run: Run) => last !== undefined && run.id < last.id
  const [first = [], ...rest] = pages
  return [[...head, ...first.filter(older)], ...rest.map((page) => page.filter(older))]
}
