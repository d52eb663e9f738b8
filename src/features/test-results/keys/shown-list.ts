import type { TestResult } from '#shared/test-results/test-result.ts'

/** What the keys need of the list that is on the screen. Rows are counted over open suites, heads left out. */
export type ShownList = {
  rows: number
  resultAt: (row: number) => TestResult | undefined
  loadResult: (row: number) => Promise<TestResult | undefined>
  rowOf: (resultId: string) => number | undefined
  /** The ids of a range of rows, both ends included, in list order. */
  idsBetween: (first: number, last: number) => Promise<string[]>
}

const NONE: ShownList = {
  rows: 0,
  resultAt: () => undefined,
  loadResult: async () => await Promise.resolve(undefined),
  rowOf: () => undefined,
  idsBetween: async () => await Promise.resolve([]),
}

let shown = NONE

export const shownList = () => shown

/** Called by the list on the screen at each change. Returns the function that withdraws it. */
export function showList(list: ShownList): () => void {
  shown = list
  return () => {
    if (shown === list) shown = NONE
  }
}

/** The row of a loaded result, searched from a row in both directions: it is seldom far from the cursor. */
export function findRow({ rows, resultAt }: ShownList, resultId: string, from: number): number | undefined {
  for (let distance = 0; distance < rows; distance += 1)
    for (const row of distance === 0 ? [from] : [from - distance, from + distance])
      if (row >= 0 && row < rows && resultAt(row)?.id === resultId) return row
  return undefined
}
