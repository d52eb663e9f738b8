import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import type { FlakyCase } from '#shared/quality/quality.ts'

export const FIRST = 10
const STEP = 40
const RECENT_MAX = 100

const NONE: FlakyCase[] = []

export function useFlakyCases(projectId: string) {
  const [limit, setLimit] = useState(FIRST)
  const query = trpc.quality.flaky.useQuery({ projectId, limit, isFlaky: true }, { placeholderData: keepPreviousData })
  const { data: cases = NONE, isFetching } = query
  const testCaseIds = cases.slice(0, RECENT_MAX).map(({ testCase }) => testCase.id)
  const { data: health = [] } = trpc.quality.caseFlakiness.useQuery(
    { projectId, testCaseIds },
    { enabled: testCaseIds.length > 0, placeholderData: keepPreviousData },
  )
  return {
    query,
    recent: new Map(health.map(({ testCaseId, recent }) => [testCaseId, recent])),
    more: cases.length === limit ? { isLoading: isFetching, show: () => setLimit(limit + STEP) } : null,
  }
}
