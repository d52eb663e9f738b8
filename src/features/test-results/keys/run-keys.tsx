import { useSuitePlaces } from '../../palette/suite-places.ts'
import { useRunList } from '../list/run-list.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { goTo } from './move.ts'
import { useKeptCursor } from './use-kept-cursor.ts'
import { useLookActs } from './use-look-acts.ts'
import { useMoveActs } from './use-move-acts.ts'
import { useRecordActs } from './use-record-acts.ts'
import { useSelectActs } from './use-select-acts.ts'
import { useStartCursor } from './use-start-cursor.ts'

/** The keyboard of a run: cursor, acts, and the menu of assignees. Inside the `RunListProvider`. */
export function RunKeys() {
  const list = useRunList()
  useKeptCursor(list)
  useStartCursor(list)
  useMoveActs()
  useRecordActs()
  useSelectActs()
  useLookActs()
  useSuitePlaces({
    suites: list.run.suites,
    goTo: (suiteId) => {
      const row = list.rowAt(suiteId, 0)
      if (row !== undefined) goTo(list, row)
    },
  })
  return <AssignMenu projectId={list.run.projectId} />
}
