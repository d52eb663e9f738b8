import { Container } from '@mantine/core'
import { ErrorState } from '#src/ui/error-state.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { usePrefetchedRuns } from '../test-runs/use-test-runs.ts'
import { ProjectHeader } from './project-header.tsx'
import { ProjectNotFound } from './project-not-found.tsx'
import classes from './project-page.module.css'
import { ProjectSkeleton } from './project-skeleton.tsx'
import { ProjectTabs } from './project-tabs.tsx'
import { ProjectTopBar } from './project-top-bar.tsx'
import { useProjectView } from './use-project-view.ts'
import { useProject } from './use-project.ts'

export default function ProjectPage({ projectId }: { projectId: string }) {
  const { project, role, isMissing, problem, retry } = useProject(projectId)
  usePageTitle(project?.name)
  const { tab, runId } = useProjectView(projectId)
  usePrefetchedRuns(projectId, tab === 'runs', runId)
  return (
    <>
      <ProjectTopBar />
      <Container component="main" size="xl" className={classes.main}>
        {isMissing ? (
          <ProjectNotFound />
        ) : project ? (
          <>
            <ProjectHeader project={project} />
            <ProjectTabs project={project} role={role} />
          </>
        ) : problem === null ? (
          <ProjectSkeleton />
        ) : (
          <ErrorState message={problem} onRetry={retry} />
        )}
      </Container>
    </>
  )
}
