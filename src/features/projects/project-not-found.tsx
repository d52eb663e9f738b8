import { Button } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { EmptyState } from '#src/ui/empty-state.tsx'

export function ProjectNotFound() {
  return (
    <EmptyState
      icon={IconFolderOff}
      title="Project not found"
      hint="The project you're looking for doesn't exist or you don't have access to it"
    >
      <Button component={Link} href="/projects">
        Back to Projects
      </Button>
    </EmptyState>
  )
}
