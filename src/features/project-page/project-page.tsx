import { Box, Button, Skeleton } from '@mantine/core'
import { useLocation } from 'wouter'
import { isRunRef } from '#shared/test-runs/run-ref.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { NotFound } from '#src/ui/not-found.tsx'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { ProjectKeys } from '../keys/project-keys.tsx'
import { LostEntries } from '../test-results/lost-entries.tsx'
import { usePrefetchedRuns } from '../test-runs/use-test-runs.ts'
import { ProjectHeader } from './project-header.tsx'
import classes from './project-page.module.css'
import { ProjectTabs } from './project-tabs.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import { useProject } from '../projects/use-project.ts'

export default function ProjectPage({ projectId }: { projectId: string }) {
  const { project, role, isMissing, problem, retry } = useProject(projectId)
  const { tab, view, runId, showTab, showAllRuns } = useProjectView(projectId)
  usePrefetchedRuns(projectId, tab === 'runs' && view === null, runId !== null && isRunRef(runId) ? null : runId)
  return (
    <>
      <ProjectHeader project={isMissing ? undefined : project} />
      <main className={classes.main}>
        {isMissing ? (
          <>
            <ProjectNotFound />
            <LostEntries />
          </>
        ) : project ? (
          <>
            <ProjectTabs project={project} role={role} />
            <ProjectKeys onShowTab={showTab} onShowAllRuns={() => showAllRuns()} />
          </>
        ) : problem === null ? (
          <ProjectSkeleton />
        ) : (
          <ErrorState message={problem} onRetry={retry} />
        )}
      </main>
    </>
  )
}

function ProjectNotFound() {
  const [, navigate] = useLocation()
  return (
    <NotFound
      isPage
      title="Project not found"
      hint="The project you're looking for doesn't exist or you don't have access to it"
    >
      <Button onClick={() => navigate('/projects')}>Back to Projects</Button>
    </NotFound>
  )
}

/** As high as the loaded page, so that the layout does not shift. */
function ProjectSkeleton() {
  return (
    <div aria-busy aria-label="Loading the project" role="status">
      <div className={classes.row} />
      <Box pt={12}>
        <Skeleton h={28} w="min(420px, 100%)" mb="md" />
        <RowsSkeleton rows={8} height={36} />
      </Box>
    </div>
  )
}
