import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { formatDuration } from '#src/lib/format.ts'
import { Time } from '#src/ui/time.tsx'
import classes from './run-menu.module.css'

/** All facts of a run. Not a `dl`: menus must not contain one. */
export default function RunFacts({ run }: { run: TestRunOverview }) {
  return (
    <Stack gap={4} m={0} py={8} px={12} fz="sm">
      {run.description !== null && <div className={classes.description}>{run.description}</div>}
      <Fact term="Run">
        {run.ref} <span className="mono breakable">{run.id}</span>
      </Fact>
      <Given term="Key" isMono>
        {run.key}
      </Given>
      <Given term="Branch" isMono>
        {run.branch}
      </Given>
      <Given term="Commit" isMono>
        {run.commit}
      </Given>
      <Given term="Environment">{run.environment}</Given>
      <Given term="Milestone">{run.milestone}</Given>
      <Given term="Build" isMono>
        {run.buildUrl}
      </Given>
      <Fact term="Started">
        <Time iso={run.createdAt} as="moment" />
        {run.createdBy && ` by ${run.createdBy.name}`}
      </Fact>
      <Fact term="Completed">{run.completedAt ? <Time iso={run.completedAt} as="moment" /> : 'Not yet'}</Fact>
      <Given term="Duration">{run.durationMs === null ? null : formatDuration(run.durationMs)}</Given>
    </Stack>
  )
}

function Given({ term, isMono = false, children }: { term: string; isMono?: boolean; children: ReactNode }) {
  return (
    children !== null && (
      <Fact term={term}>
        <span className={isMono ? 'mono breakable' : 'breakable'}>{children}</span>
      </Fact>
    )
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" align="baseline">
      <Box component="span" flex="none" c="dimmed">
        {term}
      </Box>{' '}
      <span dir="auto">{children}</span>
    </Group>
  )
}
