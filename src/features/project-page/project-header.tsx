import { ActionIcon, Anchor, Box, Group, Title } from '@mantine/core'
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Fact } from '#src/ui/fact.tsx'
import { Logo } from '#src/ui/logo.tsx'
import { ThemeToggle } from '#src/ui/theme-toggle.tsx'
import { Time } from '#src/ui/time.tsx'
import { AccountMenu } from '../auth/account-menu.tsx'
import { Bell } from '../notices/bell.tsx'
import classes from './project-header.module.css'
import { RoleBadge } from '../projects/role-badge.tsx'

export function ProjectHeader({ project }: { project?: ProjectOverview | undefined }) {
  return (
    <Group component="header" className={classes.header} wrap="nowrap">
      <Logo isMarkOnPhone />
      <Anchor component={Link} href="/projects" c="dimmed" underline="hover" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        <span className="unseen-on-phone">All projects</span>
      </Anchor>
      {project && <About project={project} />}
      <Group className={classes.user} gap={4} wrap="nowrap" flex="none" ml="auto">
        <Bell />
        <ThemeToggle />
        <AccountMenu role={project && <RoleBadge role={project.userRole} />} />
      </Group>
    </Group>
  )
}

function About({ project }: { project: ProjectOverview }) {
  const { name, description, userRole, createdAt, testSuiteCount, testCaseCount, memberCount } = project
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Title order={1} className={`one-line ${classes.name}`} fz="lg" title={name} dir="auto">
        {name}
      </Title>
      <RoleBadge role={userRole} />
      <div id={id} className={classes.about} data-open={isOpen || undefined}>
        {description && (
          <Box className={classes.description} flex="0 1 auto" miw={0} c="dimmed" title={description} dir="auto">
            {description}
          </Box>
        )}
        <Group component="dl" className={classes.facts} flex="none" fz="sm" aria-label="Summary">
          <Fact term="Created">
            <Time iso={createdAt} />
          </Fact>
          <Fact term="Test suites">{formatNumber(testSuiteCount)}</Fact>
          <Fact term="Total test cases">{formatNumber(testCaseCount)}</Fact>
          <Fact term="Team members">{formatNumber(memberCount)}</Fact>
        </Group>
      </div>
      <ActionIcon
        className={classes.toggle}
        aria-label="About this project"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconInfoCircle size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}
