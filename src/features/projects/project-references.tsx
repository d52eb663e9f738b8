import { trpc } from '#src/lib/trpc.ts'
import { ReferenceList } from '#src/ui/reference-list.tsx'

type Props = { projectId: string; references: readonly string[] }

/** References as links, from the address pattern of the project. The page of the project has already loaded it. */
export function ProjectReferences({ projectId, references }: Props) {
  const { data } = trpc.projects.overview.useQuery({ id: projectId }, { enabled: false })
  return <ReferenceList references={references} issueUrl={data?.issueUrl ?? null} />
}
