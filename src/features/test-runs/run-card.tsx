import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconCheck, IconPlugConnectedX, IconTrash } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { Fact } from '#src/ui/fact.tsx'
import { removesShown } from '#src/ui/focus-after-removal.ts'
import { StatusBadge } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { ChooseReports } from '../test-reports/choose-reports.tsx'
import classes from './run-card.module.css'
import { Presence } from './presence.tsx'
import { RunProgress } from './run-progress.tsx'
import { shortRunId } from './run-label.ts'
import type { LiveRuns } from './use-live-runs.ts'
import { useEndRun } from './use-test-runs.ts'

type Props = { run: TestRunOverview; role: string | null; live: LiveRuns; onDeleted: () => void }

export function RunCard({ run, role, live, onDeleted }: Props) {
  const { complete, isCompleting, remove, isRemoving } = useEndRun(run.projectId, run.id, onDeleted)
  const askAndRemove = async () => {
    const text = 'Are you sure you want to delete this test run with all its results? This action cannot be undone.'
    if (await confirm({ title: 'Delete Test Run', text, action: 'Delete' })) remove()
  }
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={`Test run ${shortRunId(run.id)}`}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="xs">
          <Title order={2}>
            Run <span className="mono">{shortRunId(run.id)}</span>
          </Title>
          <StatusBadge status={run.status} />
          {live.isInterrupted && <InterruptedBadge />}
        </Group>
        <Group gap="xs">
          {run.status === 'running' && can(role, 'report.upload') && (
            <ChooseReports projectId={run.projectId} testRunId={run.id} label="Add report" size="xs" />
          )}
          {run.status === 'running' && can(role, 'run.complete') && (
            <Button
              size="xs"
              leftSection={<IconCheck size={15} aria-hidden />}
              loading={isCompleting}
              onClick={complete}
            >
              Complete
            </Button>
          )}
          {can(role, 'run.delete') && (
            <Button
              size="xs"
              variant="default"
              {...removesShown('run')}
              leftSection={<IconTrash size={15} aria-hidden />}
              loading={isRemoving}
              onClick={() => void askAndRemove()}
            >
              Delete Run
            </Button>
          )}
        </Group>
      </Group>
      <Text
        c={run.description === null ? 'dimmed' : undefined}
        className={`breakable ${classes.description}`}
        dir="auto"
        mt={4}
      >
        {run.description ?? 'No description'}
      </Text>
      <div className={`${classes.facts} ${classes.about}`}>
        <dl className={classes.facts}>
          <Fact term="Started">
            <Time iso={run.createdAt} as="moment" />
            {run.createdBy && ` by ${run.createdBy.name}`}
          </Fact>
          <Fact term="Completed">{run.completedAt ? <Time iso={run.completedAt} as="moment" /> : 'Not yet'}</Fact>
          {run.key !== null && (
            <Fact term="Key">
              <span className="mono breakable">{run.key}</span>
            </Fact>
          )}
        </dl>
        {!live.isInterrupted && <Presence {...live.viewers} />}
      </div>
      <RunProgress summary={run.summary} />
    </Paper>
  )
}

/** Shown while the live stream is interrupted. */
function InterruptedBadge() {
  return (
    <Badge color="gray" role="status" leftSection={<IconPlugConnectedX size={13} aria-hidden />}>
      Live updates are interrupted
    </Badge>
  )
}
