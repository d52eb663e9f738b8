import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Person } from '#shared/users/user.ts'
import { formatCount } from '#src/lib/format.ts'
import { say, toastSuccess } from '#src/lib/toast.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { labelOf, useVerdicts } from '../verdicts/give-verdict.ts'
import { awaitedAct } from '../../keys/awaited-act.ts'
import { cursorRow } from '../../keys/cursor.ts'
import { selectedResults } from './selected-results.ts'
import { undoAction } from './undo-action.ts'
import { selectedIds } from '../../keys/selection.ts'

export function useAssignees() {
  const list = useLatestRunList()
  const verdicts = useVerdicts()
  const targets = async () => {
    if (selectedIds().length > 0) return (await awaitedAct(() => selectedResults(list().run.id))) ?? []
    return [list().itemAt(cursorRow() ?? 0) ?? []].flat()
  }
  return {
    /** Gives each of the people a part of the selected results, in the order of the list. */
    share: async (people: readonly Person[]) => {
      const results = (await targets()).toSorted(byPlace)
      if (!(await verdicts.share(results, people))) return
      toastSuccess(`${formatCount(results.length, 'case')}: shared among ${formatCount(people.length, 'member')}`, {
        action: undoAction(verdicts, results),
      })
    },
    assign: async (person: { id: string; name: string } | null) => {
      const results = await targets()
      const [first] = results
      if (!first) return
      if (!(await verdicts.assign(results, person))) return
      const done = person ? `assigned to ${person.name}` : 'assigned to nobody'
      if (results.length === 1) say(`${labelOf(first.testCase)}: ${done}`)
      else toastSuccess(`${formatCount(results.length, 'case')}: ${done}`, { action: undoAction(verdicts, results) })
    },
  }
}

const byPlace = ({ testCase: a }: TestResult, { testCase: b }: TestResult) =>
  a.testSuite.number - b.testSuite.number || a.number - b.number
