import { say } from '#src/lib/toast.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { useActs } from './acts.ts'
import { cursorRow } from './cursor.ts'
import { goTo, moveBy } from './move.ts'
import { findNextPending } from './next-pending.ts'

/** The keys that move the cursor. */
export function useMoveActs(): void {
  const list = useLatestRunList()
  const toSuite = (step: -1 | 1) => goTo(list(), list().suiteStart(cursorRow() ?? 0, step))
  const toPending = async () => {
    const row = await findNextPending(list(), cursorRow() ?? -1)
    if (row === undefined) say('No case is pending')
    else goTo(list(), row)
  }
  useActs({
    down: () => moveBy(list(), 1),
    up: () => moveBy(list(), -1),
    first: () => goTo(list(), 0),
    last: () => goTo(list(), list().rows - 1),
    previousSuite: () => toSuite(-1),
    nextSuite: () => toSuite(1),
    nextPending: () => void toPending(),
  })
}
