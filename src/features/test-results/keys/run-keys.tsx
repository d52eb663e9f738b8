import { useSuitePlaces } from '../../palette/suite-places.ts'
import { useMoveActs } from '../../keys/use-move-acts.ts'
import { useRunList } from '../list/run-list.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { goTo } from '../../keys/move.ts'
import { useKeptCursor } from '../../keys/use-kept-cursor.ts'
import { useLookActs } from './use-look-acts.ts'
import { usePendingAct } from './use-pending-act.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useSelectActs } from '../../keys/use-select-acts.ts'
import { useStartCursor } from './use-start-cursor.ts'

/** The keyboard of a run: cursor, acts, and the menu of assignees. Inside the `RunListProvider`. */
export function RunKeys() {
  const list = useRunList()
  useKeptCursor(list)
  useStartCursor(list)
  useMoveActs()
  usePendingAct()
  useRecordActs()
  useSelectActs()
  useLookActs()
  useSuitePlaces({
    suites: list.run.suites,
    goTo: (suiteId) => {
      const row = list.rowAt({ suiteId, position: 0 })
      if (row !== undefined) goTo(list, row)
    },
  })
  return <AssignMenu projectId={list.run.projectId} />
}
