import { Button, Group, Title } from '@mantine/core'
import { IconListDetails, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { StatusBadge } from '#src/ui/status.tsx'
import { StripNotice } from '#src/ui/status-strip.tsx'
import { Time } from '#src/ui/time.tsx'
import { Presence } from './presence.tsx'
import { RunActions } from './run-actions.tsx'
import classes from './run-bar.module.css'
import { RunChanges } from './run-changes.tsx'
import { shortRunId } from '#src/lib/run-label.ts'
import { RunPlace } from './run-place.tsx'
import type { LiveRuns } from './use-live-runs.ts'

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
          className={classes.all}
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
    <section aria-label={`Test run ${shortRunId(run.id)}`} className={classes.about}>
      <div className={classes.heading}>
        <div className={classes.name}>
          <RunTitle run={run} />
          <StatusBadge status={run.status} />
        </div>
        <RunChanges key={run.id} run={run} />
      </div>
      <dl className={classes.times}>
        <div>
          <dt>Started</dt>
          <dd>
            <Time iso={run.createdAt} as="moment" />
            {run.createdBy && ` by ${run.createdBy.name}`}
          </dd>
        </div>
        <div>
          <dt>Completed</dt>
          <dd>{run.completedAt ? <Time iso={run.completedAt} as="moment" /> : 'Not yet'}</dd>
        </div>
      </dl>
      <RunPlace run={run} />
      <div className={classes.others}>{!live.isInterrupted && <Presence {...live.viewers} />}</div>
      {live.isInterrupted && <Interrupted />}
      <RunActions run={run} role={role} onDeleted={onDeleted} />
    </section>
  )
}

function RunTitle({ run: { id, description } }: { run: TestRunOverview }) {
  return (
    <>
      <Title order={2} className={classes.title} title={description ?? undefined} dir="auto">
        {description ?? (
          <>
            Run <span className="mono">{shortRunId(id)}</span>
          </>
        )}
      </Title>
      {description === null && <span className={classes.none}>No description</span>}
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
