import { say } from '#src/lib/toast.ts'
import { useActs } from '../../keys/acts.ts'
import { cursorRow } from '../../keys/cursor.ts'
import { goTo } from '../../keys/move.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { findNextPending } from './next-pending.ts'

/** The key that moves to the next pending row. */
export function usePendingAct(): void {
  const list = useLatestRunList()
  const toPending = async () => {
    const row = await findNextPending(list(), cursorRow() ?? -1)
    if (row === undefined) say('No case is pending')
    else goTo(list(), row)
  }
  useActs({ nextPending: () => void toPending() })
}
