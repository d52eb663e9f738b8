import type { ReactNode } from 'react'

/** What the palette offers. The kind decides after which prefix it is listed. */
export type PaletteAction = {
  kind: 'screen' | 'suite' | 'run' | 'case' | 'action'
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
  { sign: ':', kind: 'case', label: 'Cases of this project' },
  { sign: '>', kind: 'action', label: 'Actions, with their keys' },
] as const

/** The text of a search and the kind that its prefix narrows it to. */
export function readPaletteQuery(query: string) {
  const prefix = PREFIXES.find(({ sign }) => query.trimStart().startsWith(sign))
  return { kind: prefix?.kind, text: prefix ? query.trimStart().slice(1) : query }
}

/** The actions that a search finds: every word must occur, without case. The server has found the cases. */
export function findActions(query: string, actions: readonly PaletteAction[]): PaletteAction[] {
  const { kind, text } = readPaletteQuery(query)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return actions.filter((action) => {
    // Suites and runs may be many: without a prefix or a search they would hide the rest.
    const isListed = kind ? action.kind === kind : action.kind === 'screen' || words.length > 0
    if (action.kind === 'case') return isListed
    const found = `${action.label} ${action.description ?? ''}`.toLowerCase()
    return isListed && words.every((word) => found.includes(word))
  })
}
