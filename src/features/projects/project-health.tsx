import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import { failuresText } from '#shared/test-runs/summary.ts'
import { formatNumber, formatShare } from '#src/lib/format.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { recordedText } from '#src/lib/run-label.ts'
import { PassRateSpark } from './pass-rate-spark.tsx'
import classes from './project-health.module.css'
import type { ProjectCardHealth } from './use-project-health.ts'

type Props = {
  projectId: string
  /** Undefined while it is read, null if it cannot be. */
  health: ProjectCardHealth | null | undefined
}

/** The latest run of a project on its card. It has the same height in each state. */
export function ProjectHealth({ projectId, health }: Props) {
  return (
    <div className={classes.health}>
      {health === undefined ? (
        <Skeleton h={10} mt={5} aria-hidden />
      ) : health === null ? (
        <span className={classes.none}>The last run could not be read</span>
      ) : health.lastRun === null ? (
        <span className={classes.none}>No runs yet</span>
      ) : (
        <LastRun projectId={projectId} health={health} run={health.lastRun} />
      )}
    </div>
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
  const runs = `/projects/${projectId}?tab=runs&run=${run.id}`
  return (
    <>
      <div className={classes.bar}>
        <ResultBar summary={summary} label={runName(run)} />
      </div>
      <ul className={`plain-list ${classes.counts}`}>
        <li className={classes.rate}>
          {passRate === null || run.status === 'running' ? recordedText(summary) : `${formatShare(passRate)} passed`}
        </li>
        {failures !== '' && (
          <Count mark={<StatusMark status={summary.failed > 0 ? 'failed' : 'error'} size={14} />}>{failures}</Count>
        )}
        {newFailures > 0 && <li className={classes.bad}>{formatNumber(newFailures)} newly failed</li>}
        {flaky > 0 && <Count mark={<FlakyMark />}>{formatNumber(flaky)} flaky</Count>}
      </ul>
      <div className={classes.run}>
        <span className={classes.name} dir="auto">
          <Link href={runs} className={classes.link ?? ''} title={runName(run)}>
            {runName(run)}
          </Link>
        </span>
        <span className={classes.age}>
          <Time iso={run.completedAt ?? run.createdAt} as="relative" />
        </span>
        {spark.length > 1 && <PassRateSpark rates={spark.map((each) => each.passRate)} />}
      </div>
    </>
  )
}

function Count({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.count}>
      {mark}
      <span>{children}</span>
    </li>
  )
}
