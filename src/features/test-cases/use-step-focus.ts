import { useEffect, useRef } from 'react'

type Target = { index: number; field: string }

/** Focuses a field of the steps table as soon as its row is rendered. Without rows, focuses the last button. */
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
