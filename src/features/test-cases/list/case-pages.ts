import { type QueryKey, useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { Place } from '#src/ui/grid/layout.ts'
import { isUnsent } from './unsent.ts'

/*
 * The cases of suites, read in pages. A page may have holes while a change is being saved: cases that moved into it
 * from a page that is not loaded.
 */

const PAGE = 50

type Page = readonly (TestCase | undefined)[]

const pageInput = (suiteId: string, position: number) => ({
  id: suiteId,
  limit: PAGE,
  offset: position - (position % PAGE),
})

function pageQuery(suiteId: string, position: number) {
  const input = pageInput(suiteId, position)
  return {
    queryKey: getQueryKey(trpc.testCases.listInSuite, input, 'query'),
    queryFn: (): Promise<Page> => trpcClient.testCases.listInSuite.query(input),
  }
}

export const pagesKey = (suiteId?: string) =>
  suiteId === undefined
    ? getQueryKey(trpc.testCases.listInSuite)
    : getQueryKey(trpc.testCases.listInSuite, { id: suiteId }, 'query')

/** The case at a position of a suite. A page is fetched when its first row becomes visible. */
export function useCaseAt(suiteId: string, position: number, isEnabled = true) {
  const { data, error, refetch } = useQuery({
    ...pageQuery(suiteId, position),
    enabled: isEnabled,
    select: (page) => page[position % PAGE],
  })
  return { testCase: data, error, refetch }
}

/** The ids of the cases on the page of a position; in a search, of the matches. */
export function usePageIds(suiteId: string, position: number, matches?: readonly TestCase[]): string[] {
  const { data } = useQuery({ ...pageQuery(suiteId, position), enabled: !matches, select: idsOf })
  return matches ? idsOf(matches.slice(position - (position % PAGE)).slice(0, PAGE)) : (data ?? [])
}

const idsOf = (page: Page): string[] => page.flatMap((testCase) => (testCase && !isUnsent(testCase) ? testCase.id : []))

/** The case at a position of a suite; undefined while its page is not loaded. */
export function readCaseAt(suiteId: string, position: number): TestCase | undefined {
  return queryClient.getQueryData<Page>(pageQuery(suiteId, position).queryKey)?.[position % PAGE]
}

export async function loadCaseAt(suiteId: string, position: number) {
  const page = await queryClient.ensureQueryData(pageQuery(suiteId, position))
  return page[position % PAGE]
}

function placeOfPage(key: QueryKey): { suiteId: string; offset: number } {
  const { id, offset = 0 } = (key[1] as { input: { id: string; offset?: number } }).input
  return { suiteId: id, offset }
}

export function placeOfCase(caseId: string): Place | undefined {
  for (const [key, page] of queryClient.getQueriesData<Page>({ queryKey: pagesKey() })) {
    const index = page?.findIndex((testCase) => testCase?.id === caseId) ?? -1
    const { suiteId, offset } = placeOfPage(key)
    if (index >= 0) return { suiteId, position: offset + index }
  }
  return undefined
}

export function loadedCases(suiteId: string, count: number): Page {
  return Array.from({ length: count }, (_, position) => readCaseAt(suiteId, position))
}

export function writeCases(suiteId: string, cases: Page): void {
  const numbered = cases.map((testCase, index) =>
    testCase === undefined || (testCase.number === index + 1 && testCase.testSuiteId === suiteId)
      ? testCase
      : { ...testCase, number: index + 1, testSuiteId: suiteId },
  )
  const known = queryClient.getQueriesData<Page>({ queryKey: pagesKey(suiteId) }).length
  for (let offset = 0; offset < Math.max(cases.length, known * PAGE); offset += PAGE) {
    const { queryKey } = pageQuery(suiteId, offset)
    const before = queryClient.getQueryData<Page>(queryKey)
    const after = numbered.slice(offset, offset + PAGE)
    const isSame = before?.length === after.length && before.every((testCase, index) => testCase === after[index])
    // A page without known cases is fetched by its first visible row.
    if (isSame || (!before && !after.some(Boolean))) continue
    queryClient.setQueryData(queryKey, after)
  }
}

/** Keys of queries that are not calls begin with a text. */
export function isPageOfCases([call]: QueryKey): boolean {
  return Array.isArray(call) && call.join('.') === 'testCases.listInSuite'
}

export function loadedIds(suiteIds: ReadonlySet<string>): Set<string> {
  const pages = queryClient.getQueriesData<Page>({ queryKey: pagesKey() })
  const listed = pages.filter(([key]) => suiteIds.has(placeOfPage(key).suiteId))
  return new Set(listed.flatMap(([, page]) => page ?? []).flatMap((testCase) => testCase?.id ?? []))
}

export function tagsOf(ids: ReadonlySet<string>): string[] {
  return queryClient
    .getQueriesData<Page>({ queryKey: pagesKey() })
    .flatMap(([, page]) => page ?? [])
    .flatMap((testCase) => (testCase && ids.has(testCase.id) ? testCase.tags : []))
}
