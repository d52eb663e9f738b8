import { useEffect, useRef, useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { cursorRow, moveCursor, useCursorRow } from '../../keys/cursor.ts'
import { type CaseList, useCaseList, useLatestCaseList } from '../list/case-list.tsx'
import { useCaseAddress } from './use-case-address.ts'

/** A key that is held down moves the cursor over many cases. Only the one it stops at is read. */
const PAUSE_MS = 80
const RETRY_MS = 500

/** Keeps cursor and panel on the same case: a linked case takes the cursor, then the panel follows the cursor. */
export function useFollowedCursor(testCase: TestCase | undefined): void {
  const list = useLatestCaseList()
  const { caseRef, openCase } = useCaseAddress()
  const row = useCursorRow()
  const latest = useRef({ caseRef, openCase, row })
  useStartingCursor(testCase, caseRef)
  useEffect(() => {
    latest.current = { ...latest.current, caseRef, openCase }
  })
  useEffect(() => {
    if (row === null || row === latest.current.row) return undefined
    latest.current.row = row
    let timer = setTimeout(() => void follow(), PAUSE_MS)
    const follow = async () => {
      await list()
        .loadItem(row)
        .catch(() => undefined)
      if (cursorRow() !== row || list().placeOf(row)?.position == null) return
      const found = list().caseAt(row)
      // Its page is not loaded, or is being refetched.
      if (!found) timer = setTimeout(() => void follow(), RETRY_MS)
      else if (found.ref !== latest.current.caseRef) latest.current.openCase(found.ref)
    }
    return () => clearTimeout(timer)
  }, [row, list])
}

/**
 * Opens the suite of a case that was linked to, and moves the cursor to its row. Not for a case that was opened at the
 * cursor: the cursor may have moved on before the case is read.
 */
function useStartingCursor(testCase: TestCase | undefined, caseRef: string | null): void {
  const list = useCaseList()
  const [openedAtCursor] = useState(() => (refAt(list, cursorRow()) === caseRef ? caseRef : null))
  const placed = useRef(openedAtCursor)
  useEffect(() => {
    if (!testCase || placed.current === testCase.ref) return
    const row = rowOf(list, testCase)
    if (row === undefined) return list.open(testCase.testSuiteId)
    placed.current = testCase.ref
    if (cursorRow() === row) return
    moveCursor(row)
    list.scrollTo(row)
  }, [testCase, list])
}

const refAt = (list: CaseList, row: number | null) => (row === null ? undefined : list.caseAt(row)?.ref)

const rowOf = (list: CaseList, { id, testSuiteId, number }: TestCase) =>
  list.rowOf(id) ?? (list.found ? undefined : list.rowAt({ suiteId: testSuiteId, position: number - 1 }))

/** Moves the cursor, and with it the panel, to the cases before and after the shown one. Heads are passed over. */
export function useCaseNeighbours(testCase: TestCase | undefined) {
  const list = useCaseList()
  const row = testCase && rowOf(list, testCase)
  const target = (step: -1 | 1) => {
    if (row === undefined) return undefined
    let next = row + step
    while (list.placeOf(next)?.position === null) next += step
    return list.placeOf(next) && next
  }
  const mover = (next: number | undefined) => () => {
    if (next === undefined) return
    moveCursor(next)
    list.scrollTo(next)
  }
  const [previous, next] = [target(-1), target(1)]
  return {
    toPrevious: mover(previous),
    toNext: mover(next),
    hasPrevious: previous !== undefined,
    hasNext: next !== undefined,
  }
}
