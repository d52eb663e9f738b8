import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconFolderPlus, IconSearchOff } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import type { ProjectListItem } from '#shared/projects/project.ts'
import { messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useProgressive } from '#src/ui/use-progressive.ts'
import { ProjectCard } from './project-card.tsx'
import { useLiveProjects } from './use-live-projects.ts'
import { useProjectHealth } from './use-project-health.ts'
import { useOrdered, useProjectOrder } from './use-project-order.ts'
import { useDeleteProject, useProjects } from './use-projects.ts'

type Props = {
  search: string
  onClearSearch: () => void
  onEdit: (project: ProjectListItem) => void
}

export function ProjectList({ search, onClearSearch, onEdit }: Props) {
  const { data, error, refetch } = useProjects()
  useLiveProjects()
  if (data) return <Projects projects={data} search={search} onClearSearch={onClearSearch} onEdit={onEdit} />
  if (error) return <ErrorState message={messageOf(error, 'Failed to fetch projects')} onRetry={() => void refetch()} />
  return <ProjectsSkeleton />
}

function Projects({ projects, search, onClearSearch, onEdit }: Props & { projects: ProjectListItem[] }) {
  const text = useDeferredValue(search).trim().toLowerCase()
  const found = useMemo(() => projects.filter((project) => matches(project, text)), [projects, text])
  const { order } = useProjectOrder()
  const healthOf = useProjectHealth(useMemo(() => projects.map(({ id }) => id), [projects]))
  const ordered = useOrdered(found, order, healthOf)
  const { shown, endRef } = useProgressive(ordered)
  const { askToDelete } = useDeleteProject()
  if (projects.length === 0) return <NoProjects />
  if (found.length === 0) return <NothingFound search={search} onClear={onClearSearch} />
  return (
    <>
      <Text aria-live="polite" size="sm" c="dimmed" mb="xs">
        {text === ''
          ? `${formatNumber(projects.length)} in all`
          : `${formatNumber(found.length)} of ${formatNumber(projects.length)}`}
      </Text>
      <SimpleGrid component="ul" className="plain-list" cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {shown.map((project) => (
          <li key={project.id}>
            <ProjectCard
              project={project}
              health={healthOf(project.id)}
              onEdit={() => onEdit(project)}
              onDelete={() => askToDelete(project.id)}
            />
          </li>
        ))}
      </SimpleGrid>
      <div ref={endRef} />
    </>
  )
}

function matches({ name, description }: ProjectListItem, text: string): boolean {
  return name.toLowerCase().includes(text) || (description ?? '').toLowerCase().includes(text)
}

function NoProjects() {
  return (
    <EmptyState
      icon={IconFolderPlus}
      title="No projects yet"
      hint="A project holds test suites, test runs and the people who work on them. Choose Create Project to begin."
    />
  )
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title="No matching projects"
      hint={<>Nothing is called or described “{search.trim()}”.</>}
    >
      <Button variant="default" onClick={onClear}>
        Clear Search
      </Button>
    </EmptyState>
  )
}

function ProjectsSkeleton() {
  return (
    <>
      <Skeleton h={18} w={60} mb="xs" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" aria-busy>
        {Array.from({ length: 6 }, (_, card) => (
          <Skeleton key={card} h={262} />
        ))}
      </SimpleGrid>
    </>
  )
}
