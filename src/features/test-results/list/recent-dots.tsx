import type { TestResult } from '#shared/test-results/test-result.ts'
import { DotsSkeleton, ResultDots } from '#src/ui/result-dots.tsx'
import { pathOfHistory } from '../../projects/case-path.ts'
import type { ResultPosition } from '../store/result-pages.ts'
import { useRecentResults } from '../store/use-recent-results.ts'

type Props = {
  run: { id: string; projectId: string; description: string | null }
  position: ResultPosition
  result: TestResult
}

/** The last runs of a row's case. A component of its own: what it reads arrives after the row. */
export function RecentDots({ run, position, result }: Props) {
  const { results, isError } = useRecentResults(run, position, result)
  if (!results) return isError ? null : <DotsSkeleton />
  // Tab goes on to the next value: the panel has the link for the keyboard.
  return <ResultDots results={results} href={pathOfHistory(run.projectId, result.ref)} tabIndex={-1} />
}
