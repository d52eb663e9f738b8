import { Box, Group, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import { failuresText } from '#shared/test-runs/summary.ts'
import { formatNumber, formatShare } from '#src/lib/format.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { pathOfRun } from '#src/lib/project-paths.ts'
import { recordedText } from '#src/lib/run-label.ts'
import classes from './project-health.module.css'
import type { ProjectCardHealth } from './use-project-health.ts'

type Props = {
  projectId: string
  /** Undefined while loading, null on failure. */
  health: ProjectCardHealth | null | undefined
}

/** The latest run of a project on its card. The height is the same in each state. */
export function ProjectHealth({ projectId, health }: Props) {
  return (
    <Stack gap={4} mih={80} py="2px 6px" fz="sm">
      {health === undefined ? (
        <Skeleton h={10} mt={5} aria-hidden />
      ) : health === null ? (
        <Box component="span" c="dimmed">
          The last run could not be read
        </Box>
      ) : health.lastRun === null ? (
        <Box component="span" c="dimmed">
          No runs yet
        </Box>
      ) : (
        <LastRun projectId={projectId} health={health} run={health.lastRun} />
      )}
    </Stack>
  )
}

type LastRunProps = {
  projectId: string
  health: ProjectCardHealth
  run: NonNullable<ProjectCardHealth['lastRun']>
}

function LastRun({ projectId, health, run }: LastRunProps) {
  const { passRate, newFailures, flaky, spark } = health
  const { summary } = run
  const failures = failuresText(summary)
  const runs = pathOfRun(projectId, run.id)
  return (
    <>
      <Group gap={0} wrap="nowrap" align="stretch" py={5}>
        <ResultBar summary={summary} label={runName(run)} />
      </Group>
      <Group component="ul" className="plain-list" gap="0 12px">
        <Box component="li" fz="lg" fw={600}>
          {passRate === null || run.status === 'running' ? recordedText(summary) : `${formatShare(passRate)} passed`}
        </Box>
        {failures !== '' && (
          <Count mark={<StatusMark status={summary.failed > 0 ? 'failed' : 'error'} size={14} />}>{failures}</Count>
        )}
        {newFailures > 0 && (
          <Box component="li" c="var(--status-failed-text)" fw={600}>
            {formatNumber(newFailures)} newly failed
          </Box>
        )}
        {flaky > 0 && <Count mark={<FlakyMark />}>{formatNumber(flaky)} flaky</Count>}
      </Group>
      <Group gap={8} wrap="nowrap" miw={0} c="dimmed">
        <span className="one-line" dir="auto">
          <Link href={runs} className={classes.link ?? ''} title={runName(run)}>
            {runName(run)}
          </Link>
        </span>
        <Box component="span" flex="none">
          <Time iso={run.completedAt ?? run.createdAt} as="relative" />
        </Box>
        {spark.length > 1 && <PassRateSpark rates={spark.map((each) => each.passRate)} />}
      </Group>
    </>
  )
}

function Count({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <Group component="li" gap={4}>
      {mark}
      <span>{children}</span>
    </Group>
  )
}

const WIDTH = 80
const HEIGHT = 20
const PAD = 3
/** The scale starts here, or lower if a run was worse. */
const FROM = 0.8

function PassRateSpark({ rates }: { rates: readonly (number | null)[] }) {
  const known = rates.filter((rate) => rate !== null)
  if (known.length < 2) return null
  const from = Math.min(FROM, ...known)
  const points = known.map((rate, index) => ({
    x: PAD + (index / (known.length - 1)) * (WIDTH - 2 * PAD),
    y: PAD + ((1 - rate) / (1 - from)) * (HEIGHT - 2 * PAD),
  }))
  const last = points.at(-1)
  return (
    <svg
      className={classes.spark}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Pass rate of the last ${known.length} runs: ${known.map(formatShare).join(', ')}`}
    >
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {last && <circle cx={last.x} cy={last.y} r={2.5} />}
    </svg>
  )
}
