import type { SuiteMatches } from '#shared/test-results/match.ts'
import { PAGE } from './pages.ts'

/*
 * A filtered list keeps its rows until the filter is applied again. A tester who works through pending results changes
 * the status of each: if recorded rows left the list, it would move under the cursor.
 */

/** The results that matched when a filter was applied, as pages of ids for each suite. They never change. */
export class FilterSnapshot {
  readonly suites: readonly SuiteMatches[]
  readonly #pages: ReadonlyMap<string, readonly string[][]>
  readonly #places: ReadonlyMap<string, SuitePosition>

  constructor(suites: readonly SuiteMatches[]) {
    this.suites = suites
    this.#pages = new Map(suites.map(({ suiteId, resultIds }) => [suiteId, pagesOf(resultIds)]))
    this.#places = new Map(
      suites.flatMap(({ suiteId, resultIds }) => resultIds.map((id, position) => [id, { suiteId, position }])),
    )
  }

  placeOf(resultId: string): SuitePosition | undefined {
    return this.#places.get(resultId)
  }

  pageAt(suiteId: string, position: number): readonly string[] {
    return this.#pages.get(suiteId)?.[Math.floor(position / PAGE)] ?? []
  }

  idAt({ suiteId, position }: SuitePosition): string | undefined {
    return this.pageAt(suiteId, position)[position % PAGE]
  }
}

/** A position in a suite of a list, counted from 0. */
export type SuitePosition = { suiteId: string; position: number }

const pagesOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, page) => ids.slice(page * PAGE, (page + 1) * PAGE))
