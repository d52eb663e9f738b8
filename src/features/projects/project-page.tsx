import { Button, Container, Skeleton, Stack } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { usePageTitle } from '#src/ui/page-title.ts'
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx'
import { ProjectKeys } from '../test-results/keys/project-keys.tsx'
import { usePrefetchedRuns } from '../test-runs/use-test-runs.ts'
import { ProjectHeader } from './project-header.tsx'
import classes from './project-page.module.css'
import { ProjectTabs } from './project-tabs.tsx'
import { ProjectTopBar } from './project-top-bar.tsx'
import { useProjectView } from './use-project-view.ts'
import { useProject } from './use-project.ts'

export default function ProjectPage({ projectId }: { projectId: string }) {
  const { project, role, isMissing, problem, retry } = useProject(projectId)
  usePageTitle(project?.name)
  const { tab, runId, showTab } = useProjectView(projectId)
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
            <ProjectKeys onShowTab={showTab} />
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

function ProjectNotFound() {
  const [, navigate] = useLocation()
  return (
    <EmptyState
      icon={IconFolderOff}
      title="Project not found"
      hint="The project you're looking for doesn't exist or you don't have access to it"
    >
      <Button onClick={() => navigate('/projects')}>Back to Projects</Button>
    </EmptyState>
  )
}

/** Has the height of the loaded page, so that the layout does not shift. */
function ProjectSkeleton() {
  return (
    <Stack gap="xs" aria-busy aria-label="Loading the project" role="status">
      <Skeleton h={27} w={240} />
      <Skeleton h={20} w="min(480px, 100%)" mb="lg" />
      <Skeleton h={38} w="min(420px, 100%)" mb="xs" />
      <RowsSkeleton rows={4} height={48} />
    </Stack>
  )
}
