import { useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useActs } from './acts.ts'
import { useKeyHandler } from './key-handler.ts'

const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'))

type Props = { onShowTab: (tab: 'suites' | 'runs' | 'quality' | 'members') => void; onShowAllRuns: () => void }

export function ProjectKeys({ onShowTab, onShowAllRuns }: Props) {
  const [isListOpen, setListOpen] = useState(false)
  useKeyHandler()
  useActs({
    goSuites: () => onShowTab('suites'),
    goRuns: () => onShowTab('runs'),
    goAllRuns: onShowAllRuns,
    goQuality: () => onShowTab('quality'),
    goMembers: () => onShowTab('members'),
    shortcuts: () => setListOpen(true),
  })
  return <ShortcutsDialog isOpen={isListOpen} onClose={() => setListOpen(false)} />
}
