import { Button } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { EmptyState } from '#src/ui/empty-state.tsx'

export function ProjectNotFound() {
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
