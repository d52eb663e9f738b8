import { Button, Stack, Group, Text } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { can } from '#shared/permissions.ts'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { Fact } from '#src/ui/fact.tsx'
import { PageLoader } from '#src/ui/page-loader.tsx'
import { Section } from '#src/ui/section.tsx'
import { Time } from '#src/ui/time.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import ProjectFormDialog from '../projects/project-form-dialog.tsx'
import { Tokens } from '../api-tokens/tokens.ts'
import { ApiCredentials } from './api-credentials.tsx'
import { IntegrationsCard } from './integrations-card.tsx'
import { BadgeCard } from './badge-card.tsx'
import { NotificationsCard } from './notifications/notifications-card.tsx'
import { RetentionCard } from './retention/retention-card.tsx'
import { SharedLinks } from './shared-links.tsx'
import classes from './settings.module.css'
import { Link, useLocation } from 'wouter'
import { removesShown } from '#src/ui/focus-after-removal.ts'
import { useDeleteProject } from '../projects/use-projects.ts'

const AuditPage = lazy(() => import('../audit/audit-page.tsx'))

export default function SettingsTab({ project, role }: { project: ProjectOverview; role: string | null }) {
  const { view } = useProjectView(project.id)
  if (view !== 'audit' || !can(role, 'audit.read')) return <Settings project={project} role={role} />
  return (
    <Suspense fallback={<PageLoader />}>
      <AuditPage project={project} />
    </Suspense>
  )
}

function Settings({ project, role }: { project: ProjectOverview; role: string | null }) {
  const [isSecretShown, setSecretShown] = useState(false)
  return (
    <Stack gap="md" maw={720}>
      <ProjectInformation project={project} canEdit={can(role, 'project.update')} />
      <ApiCredentials
        project={project}
        isManager={can(role, 'project.secret')}
        isShown={isSecretShown}
        onShow={setSecretShown}
      />
      {can(role, 'token.manage') && <Tokens of={{ projectId: project.id }} />}
      <IntegrationsCard project={project} isSecretShown={isSecretShown} />
      {can(role, 'webhook.manage') && <NotificationsCard projectId={project.id} />}
      {can(role, 'badge.manage') && <BadgeCard projectId={project.id} />}
      {can(role, 'share.manage') && <SharedLinks projectId={project.id} />}
      {can(role, 'retention.manage') && <RetentionCard projectId={project.id} />}
      {can(role, 'audit.read') && <AuditCard projectId={project.id} />}
      {can(role, 'project.delete') && <ProjectActions projectId={project.id} />}
    </Stack>
  )
}

function ProjectInformation({ project, canEdit }: { project: ProjectOverview; canEdit: boolean }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Section title="Project Information">
      <dl className={classes.facts}>
        <Fact term="Name">{project.name}</Fact>
        <Fact term="Description">{project.description ?? 'No description'}</Fact>
        <Fact term="Issue Address">{project.issueUrl ?? 'None'}</Fact>
        <Fact term="Created">
          <Time iso={project.createdAt} />
        </Fact>
      </dl>
      {canEdit && (
        <>
          <Button
            mt="sm"
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            Edit Project
          </Button>
          <ProjectFormDialog isOpen={isEditing} onClose={() => setEditing(false)} project={project} />
        </>
      )}
    </Section>
  )
}

function AuditCard({ projectId }: { projectId: string }) {
  const { hrefs } = useProjectView(projectId)
  return (
    <Section title="Audit Log">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">Who changed members, secrets and settings, deleted or exported something, and when.</Text>
        <Button
          component={Link}
          href={hrefs.audit()}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
        >
          Open Audit Log
        </Button>
      </Group>
    </Section>
  )
}

function ProjectActions({ projectId }: { projectId: string }) {
  const [, navigate] = useLocation()
  const { askToDelete, isPending } = useDeleteProject(() => navigate('/projects'))
  return (
    <Section title="Project Actions">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">Deletes the project with its test suites, test runs and results.</Text>
        <BusyButton
          color="red"
          {...removesShown('project')}
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          isBusy={isPending}
          onClick={() => askToDelete(projectId)}
        >
          Delete Project
        </BusyButton>
      </Group>
    </Section>
  )
}
