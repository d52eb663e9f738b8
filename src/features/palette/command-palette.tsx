import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { findActions, type PaletteAction, PREFIXES } from './palette-actions.ts'
import { usePaletteActions } from './use-palette-actions.tsx'

const MOST = 24
const MORE_MAX = 50

type Props = { isOpen: boolean; onClose: () => void }

export default function CommandPalette({ isOpen, onClose }: Props) {
  const [query, setQuery] = useState('')
  const { actions, nothingFound } = usePaletteActions(query)
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen])
  const isHelp = query.trim() === '?'
  return (
    <Spotlight
      actions={isHelp ? prefixes(setQuery) : findActions(query, actions).map(dataOf)}
      query={query}
      onQueryChange={setQuery}
      // Already filtered, by prefix.
      filter={(_, actions) => actions}
      shortcut={null}
      onSpotlightClose={onClose}
      limit={/^\s*[@#:>]/.test(query) ? MORE_MAX : MOST}
      scrollable
      maxHeight={400}
      highlightQuery
      nothingFound={nothingFound}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      searchProps={{
        leftSection: <IconSearch size={16} />,
        rightSection: <span style={{ whiteSpace: 'nowrap', fontSize: 12 }}>? for prefixes</span>,
        rightSectionWidth: 110,
        placeholder: 'Go to …',
        'aria-label': 'Go to',
      }}
    />
  )
}

const dataOf = ({ kind: _, ...action }: PaletteAction): SpotlightActionData => action

/** What each prefix lists. Choosing an entry types its prefix. */
const prefixes = (type: (query: string) => void): SpotlightActionData[] =>
  PREFIXES.map(({ sign, label }) => ({
    id: sign,
    label: `${sign} ${label}`,
    closeSpotlightOnTrigger: false,
    onClick: () => type(sign),
  }))
