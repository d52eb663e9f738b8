import type { TestResult } from '#shared/test-results/test-result.ts'
import { PanelLink } from '#src/ui/panel-link.tsx'
import { pathOfCase } from '#src/lib/project-paths.ts'
import { useRunList } from '../list/run-list.tsx'

type Props = { result: TestResult; label?: string }

/** Leads from a result to its case in the Test Suites tab. */
export function CaseLink({ result: { ref }, label = ref }: Props) {
  const { run } = useRunList()
  return <PanelLink href={pathOfCase(run.projectId, ref)}>{label}</PanelLink>
}
