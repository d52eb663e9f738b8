import { Box, Skeleton } from '@mantine/core'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ResultDotLinks } from '#src/ui/result-dots.tsx'
import { useRunList } from '../list/run-list.tsx'
import { useRecentResultsOfCase } from '../store/use-recent-results.ts'
import { leavePanel, usePanel } from '#src/ui/panel-state.ts'
import { usePartFocus } from './use-part-focus.ts'

/** The case's results in the last runs up to this one, oldest first, each a link to its run. */
export function RecentRuns({ result }: { result: TestResult }) {
  const { run } = useRunList()
  const { isDialog } = usePanel()
  const { results, isError } = useRecentResultsOfCase(run, result)
  const list = usePartFocus<HTMLUListElement>('history', 'a')
  if (isError) return <Box c="dimmed">The last runs could not be read</Box>
  if (!results) return <Skeleton h={24} w={200} />
  if (results.length === 0) return <Box c="dimmed">Not executed yet</Box>
  return (
    <ResultDotLinks
      ref={list}
      label="Last 10 runs"
      results={results}
      hrefOf={({ testRunId }) => `/projects/${run.projectId}?tab=runs&run=${testRunId}`}
      currentRunId={run.id}
      onOpen={isDialog ? leavePanel : undefined}
    />
  )
}
