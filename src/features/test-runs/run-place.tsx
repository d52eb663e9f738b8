import { VisuallyHidden } from '@mantine/core'
import { IconClock, IconGitBranch, IconGitCommit, IconServer2 } from '@tabler/icons-react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { formatDuration } from '#src/lib/format.ts'
import classes from './run-bar.module.css'

const SHORT_COMMIT = 7

/** The circumstances and duration of a run, in two short lines. The menu has all facts. */
export function RunPlace({ run: { branch, commit, environment, durationMs } }: { run: TestRunOverview }) {
  const parts = [
    part('Branch', IconGitBranch, branch),
    part('Commit', IconGitCommit, commit?.slice(0, SHORT_COMMIT), commit),
    part('Environment', IconServer2, environment),
    part('Duration', IconClock, durationMs === null ? null : formatDuration(durationMs)),
  ].filter((one) => one !== null)
  if (parts.length === 0) return null
  return (
    <dl className={classes.place}>
      {parts.map(({ term, Icon, text, title }) => (
        <div key={term} title={`${term}: ${title}`}>
          <dt>
            <Icon size={12} aria-hidden />
            <VisuallyHidden>{term}</VisuallyHidden>
          </dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const part = (term: string, Icon: typeof IconClock, text: string | null | undefined, title = text) =>
  text ? { term, Icon, text, title } : null
