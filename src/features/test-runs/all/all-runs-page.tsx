import { Button } from '@mantine/core'
import { IconFilterOff, IconPlayerPlay } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { AllRunsProvider, useAllRuns } from './all-runs.tsx'
import { RunGrid, RunGridSkeleton } from './run-grid.tsx'
import { RunListKeys } from './run-list-keys.tsx'
import { RunToolbar } from './run-toolbar.tsx'

type Props = { project: ProjectOverview; role: string | null }

export default function AllRunsPage({ project }: Props) {
  usePageTitle(`All Runs · ${project.name}`, { isInner: true })
  return (
    <AllRunsProvider projectId={project.id}>
      <RunToolbar />
      <Runs />
      <RunListKeys />
    </AllRunsProvider>
  )
}

function Runs() {
  const { runs, text, setText, problem, error, isLoading, retry } = useAllRuns()
  if (error) return <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={retry} />
  if (runs.length > 0) return <RunGrid />
  if (problem === null && isLoading) return <RunGridSkeleton />
  if (text === '')
    return (
      <EmptyState
        icon={IconPlayerPlay}
        title="No runs yet"
        hint="Press Start Test Run above, or upload a report of your automated tests. Each run is listed here."
      />
    )
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No run matches"
      hint={problem ?? 'The project has runs that the search leaves out.'}
    >
      <Button variant="default" onClick={() => setText('')}>
        Clear filters
      </Button>
    </EmptyState>
  )
}
