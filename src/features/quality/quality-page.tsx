import { IconChartBar } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Props = { project: ProjectOverview; role: string | null }

export default function QualityPage({ project }: Props) {
  return <EmptyState icon={IconChartBar} title="Quality" hint={`Test runs of ${project.name}`} />
}
