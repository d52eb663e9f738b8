import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Fact } from '#src/ui/fact.tsx'
import { Time } from '#src/ui/time.tsx'
import classes from './project-page.module.css'
import { RoleBadge } from './role-badge.tsx'

export function ProjectHeader({ project }: { project: ProjectOverview }) {
  const { name, description, userRole, createdAt, testSuiteCount, testCaseCount, memberCount } = project
  return (
    <Stack gap="xs" mb="lg">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Title order={1} lineClamp={3} className="breakable" title={name} dir="auto">
          {name}
        </Title>
        <Box flex="none" pt={3}>
          <RoleBadge role={userRole} />
        </Box>
      </Group>
      {description && (
        <Text c="dimmed" lineClamp={3} className={`breakable ${classes.description}`} dir="auto">
          {description}
        </Text>
      )}
      <dl className={classes.facts} aria-label="Summary">
        <Fact term="Created">
          <Time iso={createdAt} />
        </Fact>
        <Fact term="Test suites">{formatNumber(testSuiteCount)}</Fact>
        <Fact term="Total test cases">{formatNumber(testCaseCount)}</Fact>
        <Fact term="Team members">{formatNumber(memberCount)}</Fact>
      </dl>
    </Stack>
  )
}
