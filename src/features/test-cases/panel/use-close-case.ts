import type { TestCase } from '#shared/test-cases/test-case.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { useLatestCaseList } from '../list/case-list.tsx'
import { useCaseAddress } from './use-case-address.ts'

/** Closes the panel and returns to the row of its case. */
export function useCloseCase(testCase: TestCase | undefined): () => void {
  const list = useLatestCaseList()
  const { closeCase } = useCaseAddress()
  return () => {
    closeCase()
    const row = (testCase && list().rowOf(testCase.id)) ?? cursorRow()
    if (row !== null) moveCursor(row, { focus: true })
  }
}
