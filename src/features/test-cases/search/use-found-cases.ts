import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { trpc } from '#src/lib/trpc.ts'
import type { FoundCases } from '../list/list-access.ts'
import { toCaseFilter } from './case-filter.ts'

const PAGE = 100

const NOTHING: TestCase[][] = []

/** The matches of a search, and how to load more. `found` is null without a search, or until it answers. */
export type CaseSearch = {
  found: FoundCases | null
  /** Whether the matches of an earlier text are shown. */
  isOld: boolean
  error: { message: string } | null
  retry: () => void
  loadMore: () => void
}

export function useFoundCases({ id, testSuites }: ProjectOverview, filter: string): CaseSearch {
  const wanted = useMemo(() => toCaseFilter(filter, testSuites), [filter, testSuites])
  const isAsked = filter !== '' && wanted !== null
  const { data, error, isPlaceholderData, isFetching, hasNextPage, fetchNextPage, refetch } =
    trpc.testCases.search.useInfiniteQuery(
      { id, limit: PAGE, ...wanted },
      {
        enabled: isAsked,
        getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
        // The answer to an earlier text stays until the newest one arrives.
        placeholderData: keepPreviousData,
      },
    )
  const pages = isAsked ? data?.pages : NOTHING
  const found = useMemo((): FoundCases | null => {
    if (filter === '' || !pages) return null
    const cases = Map.groupBy(pages.flat(), ({ testSuiteId }) => testSuiteId)
    const groups = testSuites.flatMap((suite) => {
      const own = cases.get(suite.id)
      return own ? [{ suite, cases: own }] : []
    })
    return { groups, isMore: isAsked && hasNextPage }
  }, [filter, pages, testSuites, isAsked, hasNextPage])
  return {
    found,
    isOld: isAsked && !error && (isPlaceholderData || (filter !== '' && !data)),
    error: isAsked ? error : null,
    retry: () => void refetch(),
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
