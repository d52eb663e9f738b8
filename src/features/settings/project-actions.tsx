import { Button, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { removesShown } from '#src/ui/focus-after-removal.ts'
import { Section } from '#src/ui/section.tsx'
import { useDeleteProject } from '../projects/use-projects.ts'

export function ProjectActions({ projectId }: { projectId: string }) {
  const [, navigate] = useLocation()
  const { ask, isPending } = useDeleteProject(() => navigate('/projects'))
  return (
    <Section title="Project Actions">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">Deletes the project with its test suites, test runs and results.</Text>
        <Button
          color="red"
          {...removesShown('project')}
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={isPending}
          onClick={() => void ask(projectId)}
        >
          Delete Project
        </Button>
      </Group>
    </Section>
  )
}
