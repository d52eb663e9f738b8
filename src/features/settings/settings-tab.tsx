import { Stack } from '@mantine/core'
import { can } from '#shared/permissions.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { Fact } from '#src/ui/fact.tsx'
import { Section } from '#src/ui/section.tsx'
import { Time } from '#src/ui/time.tsx'
import { ApiCredentials } from './api-credentials.tsx'
import { BadgeCard } from './badge-card.tsx'
import { ProjectActions } from './project-actions.tsx'
import classes from './settings.module.css'

export function SettingsTab({ project, role }: { project: ProjectOverview; role: string | null }) {
  return (
    <Stack gap="md" maw={720}>
      <ProjectInformation project={project} />
      <ApiCredentials project={project} isManager={can(role, 'project.secret')} />
      {can(role, 'badge.manage') && <BadgeCard projectId={project.id} />}
      {can(role, 'project.delete') && <ProjectActions projectId={project.id} />}
    </Stack>
  )
}

function ProjectInformation({ project }: { project: ProjectOverview }) {
  return (
    <Section title="Project Information">
      <dl className={classes.facts}>
        <Fact term="Name">{project.name}</Fact>
        <Fact term="Description">{project.description ?? 'No description'}</Fact>
        <Fact term="Created">
          <Time iso={project.createdAt} />
        </Fact>
      </dl>
    </Section>
  )
}
