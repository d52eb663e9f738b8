import { IconListDetails } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Props = { project: ProjectOverview; role: string | null }

export default function AllRunsPage({ project }: Props) {
  return <EmptyState icon={IconListDetails} title="All Runs" hint={`Runs of ${project.name}`} />
}
