import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Person } from '#shared/users/user.ts'
import { formatCount } from '#src/lib/format.ts'
import { say, toastSuccess } from '#src/lib/toast.ts'
import type { RunList } from '../list/run-list.tsx'
import { labelOf } from '../store/drafts.ts'
import { assign, share } from '../verdicts/assign.ts'
import { awaitedAct } from '../../keys/awaited-act.ts'
import { cursorRow } from '../../keys/cursor.ts'
import { selectedIds } from '../../keys/selection.ts'
import { selectedResults } from './selected-results.ts'
import { undoAction } from './undo-action.ts'

/* Assignees for the selected results; without a selection, for the current one. */

export async function assignSelected(list: RunList, person: TestResult['assignee']): Promise<void> {
  const results = await targets(list)
  const [first] = results
  if (!first || !(await assign(results, person))) return
  const done = person ? `assigned to ${person.name}` : 'assigned to nobody'
  if (results.length === 1) say(`${labelOf(first.testCase)}: ${done}`)
  else toastSuccess(`${formatCount(results.length, 'case')}: ${done}`, { action: undoAction(list.run.id, results) })
}

/** Gives each of the people a part of the results, in the order of the list. */
export async function shareSelected(list: RunList, people: readonly Person[]): Promise<void> {
  const results = (await targets(list)).toSorted(byPlace)
  if (!(await share(results, people))) return
  toastSuccess(`${formatCount(results.length, 'case')}: shared among ${formatCount(people.length, 'member')}`, {
    action: undoAction(list.run.id, results),
  })
}

async function targets(list: RunList): Promise<TestResult[]> {
  if (selectedIds().length > 0) return (await awaitedAct(() => selectedResults(list.run.id))) ?? []
  return [list.itemAt(cursorRow() ?? 0) ?? []].flat()
}

const byPlace = ({ testCase: a }: TestResult, { testCase: b }: TestResult) =>
  a.testSuite.number - b.testSuite.number || a.number - b.number
