import { useEffect, useRef } from 'react'
import { hasFocusMoved, type PanelPart, partEntered, usePanel } from '#src/ui/panel-state.ts'

/**
 * For a part of the panel that a key enters. Once it is rendered, the focus moves to the first control of the first
 * selector that finds one, else to the part itself. It stays where the user has moved it meanwhile.
 */
export function usePartFocus<E extends HTMLElement>(part: PanelPart, selectors: string) {
  const ref = useRef<E>(null)
  const { entered } = usePanel()
  useEffect(() => {
    if (entered !== part || !ref.current) return
    if (hasFocusMoved()) return partEntered()
    const found = selectors.split(', ').map((selector) => ref.current?.querySelector<HTMLElement>(selector))
    const target = found.find(Boolean) ?? ref.current
    target.focus()
    target.scrollIntoView({ block: 'nearest' })
    partEntered()
  })
  return ref
}
