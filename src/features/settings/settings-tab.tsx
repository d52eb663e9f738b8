import { Stack } from '@mantine/core'
import { can } from '#shared/permissions.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { ApiCredentials } from './api-credentials.tsx'
import { ProjectActions } from './project-actions.tsx'
import { ProjectInformation } from './project-information.tsx'

export function SettingsTab({ project, role }: { project: ProjectOverview; role: string | null }) {
  return (
    <Stack gap="md" maw={720}>
      <ProjectInformation project={project} />
      <ApiCredentials project={project} isManager={can(role, 'project.secret')} />
      {can(role, 'project.delete') && <ProjectActions projectId={project.id} />}
    </Stack>
  )
}
