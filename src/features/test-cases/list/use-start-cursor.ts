import { useEffect } from 'react'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import type { CaseList } from './case-list.tsx'

/** The first row is where Tab enters the list. It takes no focus. */
export function useStartCursor({ rows }: CaseList): void {
  useEffect(() => {
    if (rows > 0 && cursorRow() === null) moveCursor(0)
  }, [rows])
}
