/** The part of a run that the order of the list needs. Newer runs have greater ids. */
type Listed = { id: string }

export const RUNS_PER_PAGE = 100

/**
 * The loaded pages with `head`, their newest runs read again. `head` replaces what it covers, so that new runs are
 * added, ended ones updated and deleted ones removed. A short head is the whole list.
 */
export function withHead<Run extends Listed>(pages: readonly Run[][], head: Run[]): Run[][] {
  const last = head.length < RUNS_PER_PAGE ? undefined : head.at(-1)
  const older = (run: Run) => last !== undefined && run.id < last.id
  const [first = [], ...rest] = pages
  return [[...head, ...first.filter(older)], ...rest.map((page) => page.filter(older))]
}
