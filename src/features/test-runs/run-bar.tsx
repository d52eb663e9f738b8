import { Box, Button, Group, Title } from '@mantine/core'
import { IconCheck, IconListDetails, IconPlugConnectedX, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { can } from '#shared/permissions.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { shortRunId } from '#src/lib/run-label.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { ask } from '#src/ui/confirm.tsx'
import { focusAfterRemoval, removesShown } from '#src/ui/focus-after-removal.ts'
import { StripNotice } from '#src/ui/status-strip.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { Presence } from './presence.tsx'
import classes from './run-bar.module.css'
import { RunChanges } from './run-changes.tsx'
import { RunMenu } from './run-menu.tsx'
import { RunPlace } from './run-place.tsx'
import type { LiveRuns } from './use-live-runs.ts'
import { useEndRun } from './use-test-runs.ts'

type Props = {
  select: ReactNode
  onShowAll: () => void
  /** Absent while loading, and if the run is unknown. */
  about?: ReactNode
}

/** The line of a run, sticky while its results scroll. */
export function RunBar({ select, onShowAll, about }: Props) {
  return (
    <div className={classes.bar}>
      <Group gap={8} wrap="nowrap" flex="0 1 auto" miw={0}>
        <div className={classes.select}>{select}</div>
        <Button
          variant="default"
          className="icon-on-phone"
          flex="none"
          leftSection={<IconListDetails size={16} aria-hidden />}
          onClick={onShowAll}
        >
          All Runs
        </Button>
      </Group>
      {about}
    </div>
  )
}

type AboutProps = { run: TestRunOverview; role: string | null; live: LiveRuns; onDeleted: () => void }

export function AboutRun({ run, role, live, onDeleted }: AboutProps) {
  return (
    // In a narrow window the dropdown gives way to it.
    <Group
      component="section"
      aria-label={`Test run ${shortRunId(run.id)}`}
      className={classes.about}
      gap={12}
      wrap="nowrap"
      flex="1 1 460px"
      miw={0}
    >
      <Box className={classes.heading} flex="1 1 120px" miw={0}>
        <Group className={classes.name} gap={8} wrap="nowrap" miw={0}>
          <RunTitle run={run} />
          <StatusBadge status={run.status} />
        </Group>
        <RunChanges key={run.id} run={run} />
      </Box>
      <Box component="dl" className={classes.times} flex="0 1 auto" miw={0} m={0} fz="xs" lh="16px">
        <Moment term="Started">
          <Time iso={run.createdAt} as="moment" />
          {run.createdBy && ` by ${run.createdBy.name}`}
        </Moment>
        <Moment term="Completed">{run.completedAt ? <Time iso={run.completedAt} as="moment" /> : 'Not yet'}</Moment>
      </Box>
      <RunPlace run={run} />
      <Box className="one-line not-on-phone" flex="0 1 auto" maw={200}>
        {!live.isInterrupted && <Presence {...live.viewers} />}
      </Box>
      {live.isInterrupted && <Interrupted />}
      <RunActions run={run} role={role} onDeleted={onDeleted} />
    </Group>
  )
}

const Moment = ({ term, children }: { term: string; children: ReactNode }) => (
  <Group gap={4} wrap="nowrap">
    <Box component="dt" c="dimmed">
      {term}
    </Box>
    <Box component="dd" className="one-line" m={0}>
      {children}
    </Box>
  </Group>
)

function RunTitle({ run: { id, description } }: { run: TestRunOverview }) {
  return (
    <>
      <Title order={2} className="one-line" fz="md" title={description ?? undefined} dir="auto">
        {description ?? (
          <>
            Run <span className="mono">{shortRunId(id)}</span>
          </>
        )}
      </Title>
      {description === null && (
        <Box component="span" className="one-line" flex="0 100 auto" c="dimmed">
          No description
        </Box>
      )}
    </>
  )
}

/** Shown in the strip while the live stream is interrupted, so that the bar does not change. */
const Interrupted = () => (
  <StripNotice>
    <IconPlugConnectedX size={16} aria-hidden />
    Live updates are interrupted
  </StripNotice>
)

type RunActionsProps = { run: TestRunOverview; role: string | null; onDeleted: () => void }

function RunActions({ run, role, onDeleted }: RunActionsProps) {
  const { complete, isCompleting, remove, isRemoving } = useEndRun(run.projectId, run.id, onDeleted)
  const text = 'Are you sure you want to delete this test run with all its results? This action cannot be undone.'
  const askAndRemove = () => ask({ title: 'Delete Test Run', text, action: 'Delete' }, remove)
  return (
    <Group className={classes.actions} gap={8} wrap="nowrap" flex="none">
      {run.status === 'running' && can(role, 'run.complete') && (
        <BusyButton
          className={classes.complete}
          leftSection={<IconCheck size={16} aria-hidden />}
          {...removesShown('Complete')}
          isBusy={isCompleting}
          onClick={() => {
            focusAfterRemoval(document.activeElement)()
            complete()
          }}
        >
          Complete
        </BusyButton>
      )}
      {can(role, 'run.delete') && (
        <BusyButton
          className="not-on-phone"
          variant="default"
          {...removesShown('run')}
          leftSection={<IconTrash size={16} aria-hidden />}
          isBusy={isRemoving}
          onClick={askAndRemove}
        >
          Delete Run
        </BusyButton>
      )}
      <RunMenu run={run} role={role} onDelete={askAndRemove} />
    </Group>
  )
}
