import { can } from '#shared/permissions.ts'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../../keys/acts.ts'
import { rowToChange } from '../../keys/move.ts'
import { selectedIds } from '../../keys/selection.ts'
import { useCaseList, useLatestCaseList } from './case-list.tsx'
import { takeBack } from './undo.ts'
import { useMoves } from './use-moves.ts'
import { useSuiteMoves } from './use-suite-moves.ts'

/** The keys that move cases and suites, and the key that undoes the last change. */
export function useOrderActs(): void {
  const { role, project } = useCaseList()
  const list = useLatestCaseList()
  const moves = useMoves()
  const moveSuite = useSuiteMoves()
  const step = (direction: -1 | 1) => () => {
    const selected = selectedIds()
    if (list().found) return say('Clear the search to change the order')
    if (selected.length > 0) return void moves.step(selected, direction)
    const row = rowToChange(list())
    const place = row === undefined ? undefined : list().placeOf(row)
    if (row === undefined || !place) return
    const testCase = list().caseAt(row)
    if (testCase) void moves.step([testCase.id], direction)
    else if (place.position === null) {
      const index = list().allSuites.findIndex(({ id }) => id === place.suiteId)
      void moveSuite(place.suiteId, index + direction)
    }
  }
  useActs(can(role, 'case.write') ? { moveUp: step(-1), moveDown: step(1), undo: () => void takeBack(project.id) } : {})
}
