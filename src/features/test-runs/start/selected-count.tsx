import { Anchor } from '@mantine/core'
import { formatCount } from '#src/lib/format.ts'
import classes from './start.module.css'
import type { ChosenCases } from './use-chosen-cases.ts'

/** '48 cases', or why there are none. */
export function SelectedCount({ count, isCounting, why, isFailed, retry }: ChosenCases) {
  if (isFailed)
    return (
      <span className={classes.count} role="alert">
        <span className={classes.problem}>The cases could not be counted</span>
        <Anchor component="button" type="button" mih={24} onClick={retry}>
          Retry
        </Anchor>
      </span>
    )
  return (
    <span className={classes.count} aria-live="polite" data-old={isCounting || undefined} aria-busy={isCounting}>
      {why ?? (count === undefined ? 'Counting…' : formatCount(count, 'case'))}
    </span>
  )
}
