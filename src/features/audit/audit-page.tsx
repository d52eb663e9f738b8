import { Button, Group, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { usePageTitle } from '#src/ui/page-title.ts'
import { useProjectView } from '../projects/use-project-view.ts'
import { AuditLog } from './audit-log.tsx'

/** Who changed what in a project, for its owner. */
export default function AuditPage({ project }: { project: ProjectOverview }) {
  usePageTitle(`Audit Log · ${project.name}`, { isInner: true })
  const { showTab } = useProjectView(project.id)
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={2}>Audit Log</Title>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => showTab('settings')}
        >
          Settings
        </Button>
      </Group>
      <AuditLog projectId={project.id} />
    </>
  )
}
