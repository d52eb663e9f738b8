import { useEffect, useRef } from 'react'

type Target = { index: number; field: string }

/** Moves the focus to a field of a table of steps once its row is rendered; to the last button when there is none. */
export function useStepFocus() {
  const table = useRef<HTMLDivElement>(null)
  const target = useRef<Target | null>(null)
  useEffect(() => {
    const { current: wanted } = target
    if (!wanted) return
    target.current = null
    const row = table.current?.querySelectorAll('tbody tr')[wanted.index]
    const found = row?.querySelector<HTMLElement>(`[data-field="${wanted.field}"]`)
    ;(found ?? table.current?.querySelector<HTMLElement>('button'))?.focus()
  })
  const focusStep = (index: number, field: string) => {
    target.current = { index, field }
  }
  return { table, focusStep }
}
