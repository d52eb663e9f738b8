import { Anchor } from '@mantine/core'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { moveCursor } from '../../keys/cursor.ts'
import { useLatestCaseList } from '../list/case-list.tsx'

/** Goes to the head of the suite in the list. The panel stays. */
export function SuiteLink({ suite }: { suite: TestSuiteListItem }) {
  const list = useLatestCaseList()
  const show = () => {
    list().open(suite.id)
    const row = list().rowOf(suite.id)
    if (row === undefined) return
    list().scrollTo(row)
    moveCursor(row, { focus: true })
  }
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      className="breakable"
      mih={24}
      ta="start"
      dir="auto"
      onClick={show}
    >
      {suite.number} {suite.name}
    </Anchor>
  )
}
