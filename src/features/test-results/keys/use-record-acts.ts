import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatCount } from '#src/lib/format.ts'
import { storedUser } from '#src/lib/session.ts'
import { announce, say } from '#src/lib/toast.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { labelOf } from '../store/drafts.ts'
import { clearVerdicts, giveVerdict, refusalOf, type Verdict } from '../verdicts/give-verdict.ts'
import { askForNote } from '../verdicts/settle-note.ts'
import { undoLast } from '../verdicts/undo.ts'
import { enterPart } from '#src/ui/panel-state.ts'
import { VALUE_FIELD } from '../value-focus.ts'
import { useActs } from '../../keys/acts.ts'
import { awaitedAct } from '../../keys/awaited-act.ts'
import { openAssignMenu } from './assign-menu-state.ts'
import { cursorRow, rowElement } from '../../keys/cursor.ts'
import { goTo, rowToChange } from '../../keys/move.ts'
import { selectedIds } from '../../keys/selection.ts'
import { assignSelected } from './assign-selected.ts'
import { clearSelected, judgeSelected } from './judge-selected.ts'

/** The keys that record. They act on the selection if there is one, else on the current row. */
export function useRecordActs(): void {
  const list = useLatestRunList()
  const current = (): { row: number; result: TestResult } | undefined => {
    const row = rowToChange(list())
    const result = row === undefined ? undefined : list().itemAt(row)
    return row === undefined || !result ? undefined : { row, result }
  }
  const isRefused = (result: TestResult): boolean => {
    const why = refusalOf(result)
    if (why !== null) say(why)
    return why !== null
  }
  const judge = (status: Verdict): void => {
    if (selectedIds().length > 0) return void awaitedAct(() => judgeSelected(list().run.id, status))
    const at = current()
    if (!at || isRefused(at.result) || giveVerdict([at.result], status) !== 'given') return
    announce(`${labelOf(at.result.testCase)}: ${status}`)
    goTo(list(), at.row + 1)
  }
  const clear = (): void => {
    if (selectedIds().length > 0) return void awaitedAct(() => clearSelected(list().run.id))
    const at = current()
    if (!at || isRefused(at.result) || clearVerdicts([at.result]) !== 'given') return
    announce(`${labelOf(at.result.testCase)}: cleared`)
  }
  const edit = () => {
    const at = current()
    if (at && isRefused(at.result)) return
    const field = at && rowElement(at.row)?.querySelector<HTMLElement>(`[${VALUE_FIELD}]`)
    field?.focus()
    if (field instanceof HTMLTextAreaElement) field.select()
  }
  const note = () => {
    const at = current()
    if (at) askForNote({ result: at.result })
  }
  /** Changes nothing yet, so the row need not be in view: a page that moves under the press would swallow it. */
  const defects = () => {
    goTo(list(), cursorRow() ?? 0)
    enterPart('defects')
  }
  const assign = () => {
    const row = selectedIds().length > 0 ? cursorRow() : current()?.row
    if (row !== null && row !== undefined) openAssignMenu(rowElement(row))
  }
  const assignMe = () => {
    const me = storedUser()
    const row = selectedIds().length > 0 ? cursorRow() : current()?.row
    if (me && row !== null && row !== undefined) void assignSelected(list(), { id: me.id, name: me.name })
  }
  const undo = () => {
    const ids = undoLast(list().run.id)
    const [first] = ids
    if (first === undefined) return say('Nothing to undo')
    say(`Undone: ${formatCount(ids.length, 'case')}`)
    const row = list().rowOf(first)
    if (row !== undefined) goTo(list(), row)
  }
  const canRecord = (act: () => void) => () => {
    const { refusal } = list()
    if (refusal === null) act()
    else say(refusal)
  }
  useActs({
    pass: canRecord(() => judge('passed')),
    fail: canRecord(() => judge('failed')),
    skip: canRecord(() => judge('skipped')),
    clear: canRecord(clear),
    edit: canRecord(edit),
    note: canRecord(note),
    defects: canRecord(defects),
    assign: canRecord(assign),
    assignMe: canRecord(assignMe),
    undo: canRecord(undo),
  })
}
