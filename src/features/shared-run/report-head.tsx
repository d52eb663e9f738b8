import { Anchor, Box, Group, Stack } from '@mantine/core'
import { runName } from '#shared/test-runs/run-name.ts'
import type { SharedRun } from '#shared/shares/share.ts'
import { formatDateTime, formatDuration } from '#src/lib/format.ts'
import { Fact } from '#src/ui/fact.tsx'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { verdictOf } from './verdict.ts'

export type ReportRun = Omit<SharedRun, 'results' | 'expiresAt'>

export function ReportHead({ run }: { run: ReportRun }) {
  const { status, text } = verdictOf(run)
  return (
    <Stack component="header" gap={8}>
      <Box className="breakable" c="dimmed" dir="auto">
        {run.projectName}
      </Box>
      <Box component="h1" className="breakable" m={0} fz="xl" lh={1.4} dir="auto">
        {runName(run)}
      </Box>
      <Group gap={8} wrap="nowrap" c="var(--status-text)" fz="xl" fw={600} data-status={status}>
        <StatusMark status={status} size={20} />
        {text}
      </Group>
      <ResultBar summary={run.summary} label="Results" />
      <StatusCounts summary={run.summary} />
      <Group component="dl" gap="4px 24px" align="stretch" m={0}>
        <Fact term="Run">{run.ref}</Fact>
        <Fact term="Started">
          {formatDateTime(run.createdAt)}
          {run.createdBy && ` by ${run.createdBy}`}
        </Fact>
        <Fact term="Completed">{run.completedAt ? formatDateTime(run.completedAt) : 'Not yet'}</Fact>
        {run.durationMs !== null && <Fact term="Duration">{formatDuration(run.durationMs)}</Fact>}
        {run.branch && <Fact term="Branch">{run.branch}</Fact>}
        {run.commit && (
          <Fact term="Commit">
            <span className="mono breakable">{run.commit}</span>
          </Fact>
        )}
        {run.environment && <Fact term="Environment">{run.environment}</Fact>}
        {run.milestone && <Fact term="Milestone">{run.milestone}</Fact>}
        {run.buildUrl && (
          <Fact term="Build">
            <BuildAddress address={run.buildUrl} />
          </Fact>
        )}
      </Group>
    </Stack>
  )
}

/** A link to the build. Anything but http and https stays text. */
function BuildAddress({ address }: { address: string }) {
  if (!/^https?:\/\//i.test(address)) return <span className="breakable">{address}</span>
  return (
    <Anchor href={address} rel="noopener noreferrer nofollow" target="_blank" className="breakable" inherit>
      {address}
    </Anchor>
  )
}
