import { Badge, Box, Group, Skeleton } from '@mantine/core'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { FlakyMark, KnownFlakyBadge } from '#src/ui/flaky-mark.tsx'
import { PanelLink } from '#src/ui/panel-link.tsx'
import { ResultDotLinks } from '#src/ui/result-dots.tsx'
import { pathOfHistory, pathOfRun } from '#src/lib/project-paths.ts'
import { useCaseHealth } from '../use-case-health.ts'
import { QuarantineAct } from '../../quarantine/quarantine-act.tsx'
import { useQuarantined } from '../../quarantine/quarantined.ts'
import { useCaseList } from '../list/case-list.tsx'

export function CaseRuns({ testCase }: { testCase: TestCase }) {
  const { project, role } = useCaseList()
  const { health, isError } = useCaseHealth({
    projectId: project.id,
    testCaseIds: [testCase.id],
    testCaseId: testCase.id,
  })
  const quarantined = useQuarantined(project.id, testCase.id)
  return (
    <>
      {health ? (
        health.recent.length > 0 ? (
          <ResultDotLinks
            results={health.recent}
            hrefOf={({ testRunId }) => pathOfRun(project.id, testRunId, testCase.id)}
          />
        ) : (
          <Box c="dimmed">Not executed yet</Box>
        )
      ) : isError ? (
        <Box c="dimmed">The last runs could not be read</Box>
      ) : (
        <Skeleton h={24} w={200} />
      )}
      <Group gap="4px 12px" mt={4}>
        <PanelLink href={pathOfHistory(project.id, testCase.ref)}>Full history</PanelLink>
        {health?.isFlaky && (
          <Badge color="yellow" leftSection={<FlakyMark />}>
            flaky
          </Badge>
        )}
        {quarantined && <KnownFlakyBadge reason={quarantined.reason} />}
        <QuarantineAct projectId={project.id} role={role} testCase={testCase} />
      </Group>
      {quarantined?.reason && (
        <Box className="breakable" c="dimmed">
          {quarantined.reason}
        </Box>
      )}
    </>
  )
}
