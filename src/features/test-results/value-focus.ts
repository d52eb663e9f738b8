import { type RefObject, useLayoutEffect } from 'react'
import { createStore, useStore } from '#src/lib/store.ts'
import { moveCursor } from '../keys/cursor.ts'
import type { RunList } from './list/run-list.tsx'

/* The focus among the value fields of a run. */

/** Data attribute of a value field. */
export const VALUE_FIELD = 'data-value-field'

/** The row whose field takes the focus as soon as it is rendered. */
const awaited = createStore<number | null>(null)

/** Moves cursor and focus to the next row above or below with a value field, which may not be loaded yet. */
export async function goToField(list: RunList, from: number, step: 1 | -1): Promise<void> {
  for (let row = from + step; row >= 0 && row < list.rows; row += step) {
    const result = list.itemAt(row) ?? (await list.loadItem(row))
    if (result?.testCase.type !== 'manual') continue
    moveCursor(row)
    list.scrollTo(row)
    return focusField(row)
  }
}

/** Focuses the field of a row, now or when it is rendered. */
export const focusField = (row: number): void => awaited.set(row)

/** What a value field needs to take the focus. */
export function useFieldFocus(row: number, field: RefObject<HTMLElement | null>): void {
  const isAwaited = useStore(awaited, (current) => current === row)
  useLayoutEffect(() => {
    if (!isAwaited) return
    awaited.set(null)
    field.current?.focus({ preventScroll: true })
    if (field.current instanceof HTMLTextAreaElement) field.current.select()
  }, [isAwaited, field])
}
