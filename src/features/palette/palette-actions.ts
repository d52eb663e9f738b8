import type { ReactNode } from 'react'

/** An entry of the palette. Its kind determines its prefix. */
export type PaletteAction = {
  kind: 'screen' | 'suite' | 'run' | 'case' | 'action'
  id: string
  label: string
  description?: string
  leftSection?: ReactNode
  rightSection?: ReactNode
  onClick: () => void
}

/** A character at the start of the search narrows it to one kind. */
export const PREFIXES = [
  { sign: '@', kind: 'suite', label: 'Suites of this project' },
  { sign: '#', kind: 'run', label: 'Runs of this project' },
  { sign: ':', kind: 'case', label: 'Cases of this project' },
  { sign: '>', kind: 'action', label: 'Actions, with their keys' },
] as const

export function readPaletteQuery(query: string) {
  const prefix = PREFIXES.find(({ sign }) => query.trimStart().startsWith(sign))
  return { kind: prefix?.kind, text: prefix ? query.trimStart().slice(1) : query }
}

/**
 * The order without a prefix: this project first, then other places. Cases come late, because the server's answer must
 * not change what Enter chooses.
 */
const ORDER: readonly PaletteAction['kind'][] = ['run', 'suite', 'action', 'case', 'screen']
/** The maximum per kind without a prefix, to leave room for others. */
const OF_EACH = 4

/** The actions with every word of the search. The server has already matched the cases. */
export function findActions(query: string, actions: readonly PaletteAction[]): PaletteAction[] {
  const { kind, text } = readPaletteQuery(query)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = actions.filter((action) => {
    if (action.kind === 'case') return true
    const name = `${action.label} ${action.description ?? ''}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const of = (wanted: PaletteAction['kind']) => found.filter((action) => action.kind === wanted)
  if (kind) return of(kind)
  // Without text: the newest runs and all places, because the other kinds have no natural order.
  const kinds = words.length > 0 ? ORDER : (['run', 'screen'] as const)
  return kinds.flatMap((kind) => (kind === 'screen' ? of(kind) : of(kind).slice(0, OF_EACH)))
}
