import { IconHistory } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Props = { project: ProjectOverview; role: string | null }

export default function CaseHistoryPage({ project }: Props) {
  return <EmptyState icon={IconHistory} title="Case history" hint={`Test runs of ${project.name}`} />
}
