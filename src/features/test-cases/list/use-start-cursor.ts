import { useEffect } from 'react'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import type { CaseList } from './case-list.tsx'

/** Tab enters the list at the first row. It is not focused. */
export function useStartCursor({ rows }: CaseList): void {
  useEffect(() => {
    if (rows > 0 && cursorRow() === null) moveCursor(0)
  }, [rows])
}
