import type { TestResult } from '#shared/test-results/test-result.ts'
import { ResultDots } from '#src/ui/result-dots.tsx'
import { pathOfHistory } from '../../case-history/history-path.ts'
import type { ResultPosition } from '../store/result-pages.ts'
import { useRecentResults } from '../store/use-recent-results.ts'

type Props = {
  run: { id: string; projectId: string; description: string | null }
  position: ResultPosition
  result: TestResult
}

/** The last runs of a row's case. A component of its own: what it reads arrives after the row. */
export function RecentDots({ run, position, result }: Props) {
  const recent = useRecentResults(run, position, result)
  // Tab goes on to the next value: the panel has the link for the keyboard.
  return recent && <ResultDots results={recent} href={pathOfHistory(run.projectId, result.ref)} tabIndex={-1} />
}
