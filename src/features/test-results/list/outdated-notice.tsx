import { UnstyledButton } from '@mantine/core'
import { StripNotice } from '#src/ui/status-strip.tsx'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { useRunList } from './run-list.tsx'

/** Says in the strip, where it moves no row, that others recorded results that the filter may choose. */
export function OutdatedNotice() {
  const { applyFilter } = useRunList()
  const readAgain = () => {
    applyFilter()
    // The focused button disappears with the notice.
    moveCursor(cursorRow() ?? 0, { focus: true })
  }
  return (
    <StripNotice>
      <span>Results have been recorded meanwhile.</span>
      <UnstyledButton mih={24} td="underline" onClick={readAgain}>
        Read again
      </UnstyledButton>
    </StripNotice>
  )
}
