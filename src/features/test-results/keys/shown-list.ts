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
