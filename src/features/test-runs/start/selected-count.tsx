import { Anchor } from '@mantine/core'
import { formatCount } from '#src/lib/format.ts'
import { pipelineText } from './choice.ts'
import classes from './start.module.css'
import type { ChosenCases } from './use-chosen-cases.ts'

/** '48 cases', and how many of them only a pipeline can record, or why there are none. */
export function SelectedCount({ count, automated, isCounting, why, isFailed, retry }: ChosenCases) {
  if (isFailed)
    return (
      <span className={classes.count} role="alert">
        <span className={classes.problem}>The cases could not be counted</span>
        <Anchor component="button" type="button" mih={24} onClick={retry}>
          Retry
        </Anchor>
      </span>
    )
  const pipeline = why === null && count !== undefined ? pipelineText(count, automated ?? 0) : null
  return (
    <span className={classes.cases} aria-live="polite" data-old={isCounting || undefined} aria-busy={isCounting}>
      <span className={classes.number}>{why ?? (count === undefined ? 'Counting…' : formatCount(count, 'case'))}</span>
      {pipeline !== null && <span className={classes.pipeline}>{pipeline}</span>}
    </span>
  )
}
