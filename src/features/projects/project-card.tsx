import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import {
  IconCalendar,
  IconFolders,
  type Icon,
  IconPencil,
  IconSettings,
  IconTrash,
  IconUserExclamation,
  IconUsers,
} from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { can } from '#shared/permissions.ts'
import type { ProjectListItem } from '#shared/projects/project.ts'
import { formatCount } from '#src/lib/format.ts'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './project-card.module.css'
import { ProjectHealth } from './project-health.tsx'
import { RoleBadge } from './role-badge.tsx'
import type { ProjectCardHealth } from './use-project-health.ts'

type Props = {
  project: ProjectListItem
  /** Undefined while loading, null on failure. */
  health: ProjectCardHealth | null | undefined
  onEdit: () => void
  onDelete: () => void
}

export function ProjectCard({ project, health, onEdit, onDelete }: Props) {
  const [, navigate] = useLocation()
  const titleId = useId()
  const path = `/projects/${project.id}`
  return (
    <Paper component="article" withBorder className={classes.card} aria-labelledby={titleId}>
      <Group wrap="nowrap" align="start" justify="space-between" gap="sm">
        <Title order={2} size="h3" id={titleId} dir="auto" lineClamp={2} className="breakable" title={project.name}>
          <Anchor component={Link} href={path} inherit c="inherit" underline="hover">
            {project.name}
          </Anchor>
        </Title>
        <RoleBadge role={project.userRole} />
      </Group>
      {/* Room for two lines, so that the cards of a row line up. */}
      <Text c="dimmed" lineClamp={2} mih="3em" dir="auto" className="breakable">
        {project.description}
      </Text>
      <ProjectHealth projectId={project.id} health={health} />
      <Group gap="2px 12px" mb="auto" pb={10}>
        <Fact icon={IconCalendar}>
          Created <Time iso={project.createdAt} />
        </Fact>
        <Fact icon={IconFolders}>{formatCount(project.testSuites.length, 'test suite')}</Fact>
        <Fact icon={IconUsers}>{formatCount(project.memberCount, 'member')}</Fact>
        {health && health.waiting > 0 && (
          <Fact icon={IconUserExclamation}>
            <Link href={`${path}?tab=quality`} className={classes.waiting ?? ''}>
              {health.waiting === 1 ? '1 case waits' : `${formatCount(health.waiting, 'case')} wait`} for you
            </Link>
          </Fact>
        )}
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <Button size="xs" variant="default" aria-describedby={titleId} onClick={() => navigate(path)}>
          Open Project
        </Button>
        {can(project.userRole, 'project.update') && (
          <Group gap={4} wrap="nowrap">
            <IconButton
              label="Settings"
              icon={IconSettings}
              aria-describedby={titleId}
              onClick={() => navigate(`${path}/settings`)}
            />
            <IconButton label="Edit" icon={IconPencil} aria-describedby={titleId} onClick={onEdit} />
            <IconButton
              label="Delete"
              {...removes('project')}
              icon={IconTrash}
              aria-describedby={titleId}
              onClick={onDelete}
            />
          </Group>
        )}
      </Group>
    </Paper>
  )
}

function Fact({ icon: IconPart, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Group component="span" gap={5} wrap="nowrap" fz="xs" c="dimmed">
      <IconPart size={16} stroke={1.6} aria-hidden />
      <span>{children}</span>
    </Group>
  )
}
