import { Button, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { confirm } from '#src/ui/confirm.tsx'
import { removesShown } from '#src/ui/focus-after-removal.ts'
import { SettingsCard } from './settings-card.tsx'
import { useDeleteProject } from './use-project-settings.ts'

export function ProjectActions({ projectId }: { projectId: string }) {
  const { remove, isRemoving } = useDeleteProject(projectId)
  const askAndRemove = async () => {
    const text = 'Are you sure you want to delete this project? This action cannot be undone.'
    if (await confirm({ title: 'Delete Project', text, action: 'Delete' })) remove()
  }
  return (
    <SettingsCard title="Project Actions">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">Deletes the project with its test suites, test runs and results.</Text>
        <Button
          color="red"
          {...removesShown('project')}
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={isRemoving}
          onClick={() => void askAndRemove()}
        >
          Delete Project
        </Button>
      </Group>
    </SettingsCard>
  )
}
