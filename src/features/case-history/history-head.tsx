import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconFileText } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { flakyReason } from '#shared/quality/flaky-reason.ts'
import type { CaseHealth } from '#shared/quality/quality.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { trpc } from '#src/lib/trpc.ts'
import { Fact } from '#src/ui/fact.tsx'
import { FlakyMark, KnownFlakyBadge } from '#src/ui/flaky-mark.tsx'
import { isFailure } from '#shared/test-results/severity.ts'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import { QuarantineAct } from '../quarantine/quarantine-act.tsx'
import { useQuarantined } from '../quarantine/quarantined.ts'
import { pathOfCase } from '#src/lib/project-paths.ts'
import { useCaseHealth } from '../test-cases/use-case-health.ts'
import { PAGE } from './use-history-view.ts'

type Props = { project: ProjectOverview; role: string | null; testCase: TestCase }

export function HistoryHead({ project, role, testCase }: Props) {
  const { hrefs } = useProjectView(project.id)
  const { health } = useCaseHealth({
    projectId: project.id,
    testCaseIds: [testCase.id],
    testCaseId: testCase.id,
  })
  const quarantined = useQuarantined(project.id, testCase.id)
  const suite = project.testSuites.find(({ id }) => id === testCase.testSuiteId)
  return (
    <Stack component="header" gap={8} mb={12}>
      <Anchor component={Link} href={hrefs.quality()} inherit lh="24px" w="fit-content">
        <Group component="span" gap={4}>
          <IconArrowLeft size={14} aria-hidden />
          Quality
        </Group>
      </Anchor>
      <Group gap={8}>
        <Title order={2} className="breakable" dir="auto">
          <Text span inherit c="dimmed" fw={500}>
            {testCase.ref}
          </Text>{' '}
          {testCase.name}
        </Title>
        {health?.isFlaky && (
          <Badge color="yellow" leftSection={<FlakyMark />}>
            flaky
          </Badge>
        )}
        {health?.isBroken && (
          <Badge color="red" leftSection={<StatusMark status="failed" size={14} />}>
            broken
          </Badge>
        )}
        {quarantined && <KnownFlakyBadge reason={quarantined.reason} />}
        <Group gap={8} ml="auto">
          <QuarantineAct projectId={project.id} role={role} testCase={testCase} />
          <Button
            component={Link}
            href={pathOfCase(project.id, testCase.ref)}
            size="compact-sm"
            variant="default"
            leftSection={<IconFileText size={16} aria-hidden />}
          >
            Open case
          </Button>
        </Group>
      </Group>
      <Group component="dl" gap="4px 24px" m={0}>
        {suite && (
          <Fact term="Suite">
            {suite.number} {suite.name}
          </Fact>
        )}
        {health && (
          <>
            {health.isFlaky && <WhyFlaky testCase={testCase} health={health} />}
            <Fact term="Flaky score">{health.score.toFixed(2)}</Fact>
            <Fact term="Last run">{health.lastRunAt ? <Time iso={health.lastRunAt} as="relative" /> : 'Never'}</Fact>
          </>
        )}
        {quarantined && (
          <Fact term="Quarantined">
            <Time iso={quarantined.quarantinedAt} as="relative" />
            {quarantined.quarantinedBy && ` by ${quarantined.quarantinedBy.name}`}
            {quarantined.reason && `: ${quarantined.reason}`}
          </Fact>
        )}
      </Group>
    </Stack>
  )
}

/** In words. The error of its failures comes from the first page of its runs, which is read anyway. */
function WhyFlaky({ testCase, health }: { testCase: TestCase; health: CaseHealth }) {
  const { data = [] } = trpc.testCases.results.useQuery({ id: testCase.id, limit: PAGE + 1, offset: 0 })
  const errors = data.filter(({ status }) => isFailure(status)).map(({ errorMessage }) => errorMessage)
  return <Fact term="Why flaky">{flakyReason({ ...health, errors })}</Fact>
}
