import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { findActions, type PaletteAction, PREFIXES } from './palette-actions.ts'
import { usePaletteActions } from './use-palette-actions.tsx'

const MOST = 24
const MORE_MAX = 50

const [store, palette] = createSpotlight()

type Props = { isOpen: boolean; onClose: () => void }

export default function CommandPalette({ isOpen, onClose }: Props) {
  const [query, setQuery] = useState('')
  const { actions, nothingFound } = usePaletteActions(query)
  useEffect(() => (isOpen ? palette.open() : palette.close()), [isOpen])
  useEffect(() => {
    selectFirst(query)
    nameSelected()
  })
  const isHelp = query.trim() === '?'
  return (
    <Spotlight
      store={store}
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
        // After the library has moved the selection.
        onKeyDown: () => queueMicrotask(nameSelected),
      }}
    />
  )
}

const dataOf = ({ kind: _, ...action }: PaletteAction): SpotlightActionData => action

/**
 * For Enter: the first match may arrive after the text, when Mantine has found nothing to select. Not in a layout effect:
 * the list has no id yet.
 */
function selectFirst(query: string): void {
  const list = document.getElementById(store.getState().listId)
  if (query === '' || !list || list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

let lastId = 0

/** Tells screen readers which action Enter runs. Mantine marks it for the eye only, while the field has the focus. */
function nameSelected(): void {
  const list = document.getElementById(store.getState().listId)
  const field = document.querySelector('input.mantine-Spotlight-search')
  const selected = list?.querySelector('[data-selected]')
  if (selected) selected.id ||= `palette-action-${(lastId += 1)}`
  if (selected) field?.setAttribute('aria-activedescendant', selected.id)
  else field?.removeAttribute('aria-activedescendant')
}

/** What each prefix lists. Choosing an entry types its prefix. */
const prefixes = (type: (query: string) => void): SpotlightActionData[] =>
  PREFIXES.map(({ sign, label }) => ({
    id: sign,
    label: `${sign} ${label}`,
    closeSpotlightOnTrigger: false,
    onClick: () => type(sign),
  }))
