import { Box, Group, VisuallyHidden } from '@mantine/core'
import { IconClock, IconGitBranch, IconGitCommit, IconServer2 } from '@tabler/icons-react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { formatDuration } from '#src/lib/format.ts'

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
    // A long branch gives way to its commit.
    <Box
      component="dl"
      visibleFrom="xl"
      display="grid"
      flex="0 1 auto"
      miw={0}
      maw={260}
      m={0}
      c="dimmed"
      fz="xs"
      lh="16px"
      style={{ gridTemplateColumns: 'minmax(0, auto) auto', columnGap: 8 }}
    >
      {parts.map(({ term, Icon, text, title }) => (
        <Group key={term} gap={4} wrap="nowrap" miw={0} title={`${term}: ${title}`}>
          <Box component="dt" display="flex" flex="none">
            <Icon size={12} aria-hidden />
            <VisuallyHidden>{term}</VisuallyHidden>
          </Box>
          <Box component="dd" className="one-line" m={0} dir="auto">
            {text}
          </Box>
        </Group>
      ))}
    </Box>
  )
}

const part = (term: string, Icon: typeof IconClock, text: string | null | undefined, title = text) =>
  text ? { term, Icon, text, title } : null
