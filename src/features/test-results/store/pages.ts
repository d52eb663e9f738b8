import type { Query } from '@tanstack/react-query'
import { queryClient } from '#src/lib/query-client.ts'

/** Results per page. */
export const PAGE = 50

/** The input of `testResults.listInRun` for the page of a suite that starts at a row. */
export const pageInput = (testRunId: string, suiteId: string, start: number) => ({
  testRunId,
  suiteId,
  limit: PAGE,
  offset: start,
})

/** What a page is read by: a position in a suite, or the ids of a filtered list. */
type PageInput = { suiteId: string; start: number } | { ids: readonly string[] }

export const pagesKey = (testRunId: string) => ['pages of a run', testRunId]

export const pageKey = (testRunId: string, input: PageInput) => [...pagesKey(testRunId), input]

/** All pages of a run. Their data are the ids of results. */
export const pagesOf = (testRunId: string) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: pagesKey(testRunId) })
    .map((query) => ({ query: query as Query<any, Error, string[]>, input: query.queryKey.at(-1) as PageInput }))
