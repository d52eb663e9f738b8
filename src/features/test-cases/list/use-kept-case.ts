import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { cursorRow, moveCursor, onCursorMove } from '../../keys/cursor.ts'
import { type CaseList, useLatestCaseList } from './case-list.tsx'
import { queryClient } from '#src/lib/query-client.ts'
import { willMoveFocus } from '#src/ui/focus-after-removal.ts'
import { isPageOfCases, placeOfCase } from './case-pages.ts'
import { focusedName } from './renaming.ts'

/** Keeps cursor and focus on their case or suite when it moves, suites open above, or the search changes. */
export function useKeptCase(list: CaseList): void {
  const latest = useLatestCaseList()
  const id = useRef<string | undefined>(undefined)
  const isInList = useRef(false)
  const remember = useEffectEvent(() => {
    const row = cursorRow()
    id.current = row === null ? undefined : latest().itemAt(row)?.id
  })
  const moveTo = ({ scrollTo, rowOf }: CaseList, row: number) => {
    const kept = id.current
    const named = focusedName()
    const isNaming = named !== null && rowOf(named) !== undefined
    moveCursor(row, { focus: isInList.current && !willMoveFocus() && !isNaming })
    // In a layout effect, the latest list is still the previous one.
    id.current = kept
    if (isInList.current) scrollTo(row)
  }
  /** A page has changed. If its suite has as many cases as before, the list does not change. */
  const followInPage = useEffectEvent(() => {
    const list = latest()
    const row = cursorRow()
    const found = id.current === undefined ? undefined : list.rowOf(id.current)
    if (row === null || found === undefined || found === row) return
    if (list.placeOf(found)?.suiteId === list.placeOf(row)?.suiteId) moveTo(list, found)
  })
  const followInList = useEffectEvent((list: CaseList) => {
    const row = cursorRow()
    if (row === null || list.rows === 0) return
    const known = id.current === undefined ? undefined : list.rowOf(id.current)
    const found = known ?? Math.min(row, list.rows - 1)
    // A case that is moving to another suite is in a page of that suite before the list counts it there.
    const isOnItsWay = id.current !== undefined && placeOfCase(id.current) !== undefined
    if (known === undefined && !isOnItsWay) id.current = list.itemAt(found)?.id
    // A row that React has moved has lost the focus.
    if (found !== row || (isInList.current && document.activeElement === document.body)) moveTo(list, found)
  })
  useEffect(() => onCursorMove(remember), [])
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      isInList.current = target instanceof Element && target.closest('[data-cursor-row]') !== null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && isPageOfCases(query.queryKey)) followInPage()
      }),
    [],
  )
  useLayoutEffect(() => followInList(list), [list])
}
