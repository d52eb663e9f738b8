import { Anchor, Box } from '@mantine/core'
import { formatCount } from '#src/lib/format.ts'
import { pipelineText } from './choice.ts'
import classes from './start.module.css'
import type { ChosenCases } from './use-chosen-cases.ts'

/** '48 cases', and how many of them only a pipeline can record, or why there are none. */
export function SelectedCount({ count, automated, isCounting, why, isFailed, retry }: ChosenCases) {
  if (isFailed)
    return (
      <span className={classes.count} role="alert">
        <Box component="span" c="var(--mantine-color-error)">
          The cases could not be counted
        </Box>
        <Anchor component="button" type="button" mih={24} onClick={retry}>
          Retry
        </Anchor>
      </span>
    )
  const pipeline = why === null && count !== undefined ? pipelineText(count, automated ?? 0) : null
  return (
    <span className={classes.cases} aria-live="polite" data-old={isCounting || undefined} aria-busy={isCounting}>
      <Box component="span" display="block" fw={600}>
        {why ?? (count === undefined ? 'Counting…' : formatCount(count, 'case'))}
      </Box>
      {pipeline !== null && (
        <Box component="span" c="dimmed" fz="xs">
          {pipeline}
        </Box>
      )}
    </span>
  )
}
