import { Button, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { StatusBadge } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { Value } from '#src/ui/value.tsx'
import classes from './conflict-choice.module.css'

type Outcome = Pick<TestResult, 'actualValue' | 'status' | 'notes'>

type Props = {
  /** The result as it is now. */
  theirs: TestResult
  mine: Outcome
  onKeepTheirs: (button: HTMLElement) => void
  onUseMine: (button: HTMLElement) => void
  /** Where the tester does not go on elsewhere meanwhile. */
  takesFocus?: boolean
  isBusy?: boolean
}

/** Two entries for one result, side by side, for the tester to choose from. */
export function ConflictChoice({ theirs, mine, onKeepTheirs, onUseMine, takesFocus = false, isBusy = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div ref={box} className={classes.box} role="group" aria-label="Choose an entry" tabIndex={-1}>
      <div>{authorOf(theirs)} was faster. Which entry is to stay?</div>
      <div className={classes.entries}>
        <Entry outcome={theirs}>
          {authorOf(theirs)}
          {theirs.executedAt !== null && (
            <>
              , <Time iso={theirs.executedAt} as="moment" />
            </>
          )}
        </Entry>
        <Entry outcome={mine}>You, not saved</Entry>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={isBusy} onClick={(event) => onKeepTheirs(event.currentTarget)}>
          Keep theirs
        </Button>
        <Button size="xs" variant="default" loading={isBusy} onClick={(event) => onUseMine(event.currentTarget)}>
          Use mine
        </Button>
      </Group>
    </div>
  )
}

/** What was entered, below who did it. */
export function Entry({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
  return (
    <div className={classes.entry}>
      <div className={classes.head}>
        <StatusBadge status={outcome.status} />
        <span className={classes.by}>{children}</span>
      </div>
      {outcome.actualValue === null ? (
        <span className={classes.by}>no value</span>
      ) : (
        <Value value={outcome.actualValue} />
      )}
      {outcome.notes && <div className={classes.notes}>{outcome.notes}</div>}
    </div>
  )
}

/** Who made the last attempt; a value that was taken back tells nobody. */
export function authorOf({ executedAt, executedBy }: TestResult): string {
  return executedBy?.name ?? (executedAt === null ? 'Somebody' : 'Project credential')
}
