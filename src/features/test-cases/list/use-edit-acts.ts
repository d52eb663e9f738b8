import { can } from '#shared/permissions.ts'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../../keys/acts.ts'
import { cursorRow } from '../../keys/cursor.ts'
import { rowToChange } from '../../keys/move.ts'
import { selectedIds } from '../../keys/selection.ts'
import { useCaseAction } from './case-action.ts'
import { type CaseList, useLatestCaseList, useCaseList } from './case-list.tsx'
import { awaitEntry } from './quick-entries.ts'
import { removeCases } from './remove-cases.ts'
import { editName } from './rename.ts'
import { removeSelected } from './selection-acts.ts'
import { deleteSuite } from '../../trash/deletions.ts'

export function useEditActs(onCreateSuite: () => void): void {
  const { role } = useCaseList()
  const list = useLatestCaseList()
  const openDialog = useCaseAction()
  /** For an act on the current row, once it is in view. */
  const onRow = (act: (list: CaseList, row: number) => void) => () => {
    const row = rowToChange(list())
    if (row !== undefined) act(list(), row)
  }
  const newCase = () => {
    const suite = suiteToAddTo(list())
    if (suite) openDialog({ kind: 'create', suite })
    else onCreateSuite()
  }
  const quickCase = () => {
    const suite = suiteToAddTo(list())
    if (!suite) return onCreateSuite()
    list().open(suite.id)
    awaitEntry(suite.id)
    requestAnimationFrame(() => list().scrollToEntry(suite.id))
  }
  const edit = onRow(({ caseAt, suiteAt }, row) => {
    const [suite, testCase] = [suiteAt(row), caseAt(row)]
    if (testCase?.type === 'auto') say('The content of an automated case stays with its automation')
    else if (suite && testCase) openDialog({ kind: 'edit', suite, testCase })
  })
  const removeRow = onRow(({ project, caseAt, suiteAt }, row) => {
    const [suite, testCase] = [suiteAt(row), caseAt(row)]
    if (testCase) void removeCases(project.id, [testCase])
    else if (suite) void deleteSuite(suite)
  })
  const remove = () => {
    if (selectedIds().length === 0) removeRow()
    else void removeSelected(list())
  }
  useActs(
    can(role, 'case.write')
      ? {
          newCase,
          quickCase,
          editCase: edit,
          rename: onRow(editName),
          remove,
        }
      : {},
  )
}

/** The suite of the cursor, or else the first. */
const suiteToAddTo = ({ suiteAt, allSuites }: CaseList) => suiteAt(cursorRow() ?? 0) ?? allSuites[0]
