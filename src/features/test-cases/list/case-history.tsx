import { useQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpcClient } from '#src/lib/query-client.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ResultDots } from '#src/ui/result-dots.tsx'
import { useRecentRuns } from '../../test-runs/use-test-runs.ts'
import { useCaseList } from './case-list.tsx'
import { usePageIds } from './case-pages.ts'

/** Runs seldom change what a case's dots show: they are read again after this time. */
const FRESH_MS = 60_000

type Props = { suiteId: string; position: number; caseId: string }

/** The last results of a case up to the latest run. The rows of a page share one request. */
export function CaseHistory({ suiteId, position, caseId }: Props) {
  const { project, found } = useCaseList()
  const { data: runs } = useRecentRuns(project.id)
  const testRunId = runs?.[0]?.id
  const pageIds = usePageIds(suiteId, position, found?.groups.find(({ suite }) => suite.id === suiteId)?.cases)
  const input = { testRunId: testRunId ?? '', testCaseIds: pageIds }
  const { data: results } = useQuery({
    queryKey: getQueryKey(trpc.testCases.recentResults, input, 'query'),
    queryFn: () => trpcClient.testCases.recentResults.query(input),
    enabled: testRunId !== undefined && pageIds.length > 0,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    select: (cases) => cases.find(({ testCaseId }) => testCaseId === caseId)?.results,
  })
  return results && <ResultDots results={results} />
}
