import { Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import classes from './conflict-choice.module.css'
import { authorOf, type Entered } from './outcome.tsx'

type Props = {
  /** The result on the server. */
  theirs: TestResult
  mine: Entered
  onTakeTheirs: () => void
  onKeepMine: () => void
  /** Set in a dialog. In a list, the focus has already moved to the next row. */
  takesFocus?: boolean
  isBusy?: boolean
}

/** Both entries of a conflict on one line, for the tester to choose one. */
export function ConflictChoice({ theirs, mine, onTakeTheirs, onKeepMine, takesFocus = false, isBusy = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div ref={box} className={classes.box} role="group" aria-label="Choose an entry" tabIndex={-1}>
      <Side outcome={theirs} text={`${authorOf(theirs)} ${theirs.status === 'pending' ? 'cleared it' : 'recorded'}`} />
      <Side outcome={mine} text="You entered" />
      <Group gap={8} wrap="nowrap" align="stretch" ml="auto">
        <BusyButton size="compact-sm" variant="default" isBusy={isBusy} onClick={onKeepMine}>
          Keep mine
        </BusyButton>
        <BusyButton size="compact-sm" variant="default" isBusy={isBusy} onClick={onTakeTheirs}>
          Take theirs
        </BusyButton>
      </Group>
    </div>
  )
}

function Side({ outcome: { status, actualValue, notes, defects }, text }: { outcome: Entered; text: string }) {
  const value = actualValue ?? (status === 'pending' ? '' : status)
  return (
    <Group component="span" gap={6} wrap="nowrap" miw={0} maw="100%" title={notes ?? undefined}>
      <StatusMark status={status} />
      <span className="one-line" dir="auto">
        {text} <span className="mono">{value}</span>
        {notes && ` (${notes})`}
        {defects && defects.length > 0 && ` (${defects.join(', ')})`}
      </span>
    </Group>
  )
}
