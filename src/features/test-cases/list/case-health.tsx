import type { TestCase } from '#shared/test-cases/test-case.ts'
import { Flaky, KnownFlaky } from '#src/ui/flaky-mark.tsx'
import { ResultDots } from '#src/ui/result-dots.tsx'
import { pathOfHistory } from '#src/lib/project-paths.ts'
import { useCaseHealth } from '../use-case-health.ts'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import { useCaseList } from './case-list.tsx'
import { usePageIds } from './case-pages.ts'

type Props = { suiteId: string; position: number; testCase: Pick<TestCase, 'id' | 'ref'> }

export function RecentDots({ tabIndex, ...place }: Props & { tabIndex: number | undefined }) {
  const { project } = useCaseList()
  const health = useHealth(place)
  return (
    health && (
      <ResultDots results={health.recent} href={pathOfHistory(project.id, place.testCase.ref)} tabIndex={tabIndex} />
    )
  )
}

export function FlakyMarks(place: Props) {
  const { project } = useCaseList()
  const health = useHealth(place)
  const quarantined = useQuarantined(project.id, place.testCase.id)
  if (quarantined) return <KnownFlaky reason={quarantined.reason} />
  return health?.isFlaky && <Flaky score={health.score} />
}

/** The rows of a page share one request. */
function useHealth({ suiteId, position, testCase }: Props) {
  const { project, found } = useCaseList()
  const testCaseIds = usePageIds(suiteId, position, found?.groups.find(({ suite }) => suite.id === suiteId)?.cases)
  return useCaseHealth({ projectId: project.id, testCaseIds, testCaseId: testCase.id }).health
}
