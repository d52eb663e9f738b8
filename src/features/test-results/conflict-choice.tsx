import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import classes from './conflict-choice.module.css'
import { authorOf, type Entered, Outcome } from './outcome.tsx'

type Props = {
  /** The result on the server. */
  theirs: TestResult
  mine: Entered
  onKeepTheirs: (button: HTMLElement) => void
  onUseMine: (button: HTMLElement) => void
  /** Set in a dialog. In a list, the focus has already moved to the next row. */
  takesFocus?: boolean
  isBusy?: boolean
}

/** Shows both entries of a conflict, for the tester to choose one. */
export function ConflictChoice({ theirs, mine, onKeepTheirs, onUseMine, takesFocus = false, isBusy = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div ref={box} className={classes.box} role="group" aria-label="Choose an entry" tabIndex={-1}>
      <div>{authorOf(theirs)} was faster. Which entry is to stay?</div>
      <div className={classes.entries}>
        <Outcome outcome={theirs} author={authorOf(theirs)} />
        <Outcome outcome={mine} author="You, not saved" />
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
