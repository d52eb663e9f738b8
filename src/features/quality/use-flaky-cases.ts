import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#src/lib/trpc.ts'
import type { FlakyCase } from '#shared/quality/quality.ts'

const FIRST = 10
const STEP = 40
const RECENT_MAX = 100

const NONE: FlakyCase[] = []

export function useFlakyCases(projectId: string) {
  const [limit, setLimit] = useState(FIRST)
  const { data: cases = NONE, isFetching } = trpc.quality.flaky.useQuery(
    { projectId, limit, isFlaky: true },
    { placeholderData: keepPreviousData },
  )
  const testCaseIds = cases.slice(0, RECENT_MAX).map(({ testCase }) => testCase.id)
  const { data: health = [] } = trpc.quality.caseFlakiness.useQuery(
    { projectId, testCaseIds },
    { enabled: testCaseIds.length > 0, placeholderData: keepPreviousData },
  )
  return {
    cases,
    recent: new Map(health.map(({ testCaseId, recent }) => [testCaseId, recent])),
    more: cases.length === limit ? { isLoading: isFetching, show: () => setLimit(limit + STEP) } : null,
  }
}
