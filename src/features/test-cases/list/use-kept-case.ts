import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { cursorRow, forgetCursor, moveCursor, onCursorMove, rowElement } from '../../keys/cursor.ts'
import { clearSelection } from '../../keys/selection.ts'
import { type CaseList, useLatestCaseList } from './case-list.tsx'

/**
 * Keeps the cursor, and with it the focus, on its case or suite: when it is moved here or by somebody else, when suites
 * open above it, and when the search changes.
 */
export function useKeptCase(list: CaseList): void {
  const queryClient = useQueryClient()
  const latest = useLatestCaseList()
  const id = useRef<string | undefined>(undefined)
  const remember = useEffectEvent(() => {
    const row = cursorRow()
    id.current = row === null ? undefined : latest().itemAt(row)?.id
  })
  const follow = useEffectEvent((shown: CaseList, isSettled: boolean) => {
    const row = cursorRow()
    if (row === null) return
    const here = shown.itemAt(row)?.id
    if (id.current === undefined || here === id.current) {
      id.current = here
      return
    }
    const found = shown.rowOf(id.current)
    if (found !== undefined && found !== row) {
      const hasFocus = rowElement(row)?.contains(document.activeElement) ?? false
      moveCursor(found, { focus: hasFocus })
      if (hasFocus) shown.scrollTo(found)
    } else if (isSettled && found === undefined && shown.rows > 0) {
      id.current = undefined
      moveCursor(Math.min(row, shown.rows - 1))
    }
  })
  useEffect(() => onCursorMove(remember), [])
  // Pages change before the list does: a case that is on its way to another suite is not gone.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        // Keys of queries that are no calls begin with a text.
        const [call] = query.queryKey
        const isPage = Array.isArray(call) && call.join('.') === 'testCases.listInSuite'
        if (type === 'updated' && isPage) follow(latest(), false)
      }),
    [queryClient, latest],
  )
  useLayoutEffect(() => follow(list, true), [list])
  useLayoutEffect(
    () => () => {
      forgetCursor()
      clearSelection()
    },
    [],
  )
}
