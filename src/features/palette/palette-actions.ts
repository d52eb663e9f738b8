import type { ReactNode } from 'react'

/** What the palette offers. The kind decides after which prefix it is listed. */
export type PaletteAction = {
  kind: 'screen' | 'suite' | 'run' | 'action'
  id: string
  label: string
  description?: string
  leftSection?: ReactNode
  rightSection?: ReactNode
  onClick: () => void
}

/** A sign at the start of the search narrows it to one kind. */
export const PREFIXES = [
  { sign: '@', kind: 'suite', label: 'Suites of this project' },
  { sign: '#', kind: 'run', label: 'Runs of this project' },
  { sign: '>', kind: 'action', label: 'Actions, with their keys' },
] as const

/** The actions that a search finds: every word must occur, without case. */
export function findActions(query: string, actions: readonly PaletteAction[]): PaletteAction[] {
  const prefix = PREFIXES.find(({ sign }) => query.trimStart().startsWith(sign))
  const text = prefix ? query.trimStart().slice(1) : query
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return actions.filter((action) => {
    // Suites and runs may be many: without a prefix or a search they would hide the rest.
    const isListed = prefix ? action.kind === prefix.kind : action.kind === 'screen' || words.length > 0
    const found = `${action.label} ${action.description ?? ''}`.toLowerCase()
    return isListed && words.every((word) => found.includes(word))
  })
}
