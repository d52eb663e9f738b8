import { IconArrowsDiff } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Props = { project: ProjectOverview; role: string | null }

export default function ComparePage({ project }: Props) {
  return <EmptyState icon={IconArrowsDiff} title="Compare" hint={`Runs of ${project.name}`} />
}
