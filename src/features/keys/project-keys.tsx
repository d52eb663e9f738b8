import { lazy, Suspense, useState } from 'react'
import { useActs } from './acts.ts'
import { useKeyHandler } from './key-handler.ts'

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))

type Props = { onShowTab: (tab: 'suites' | 'runs' | 'quality' | 'members') => void; onShowAllRuns: () => void }

/** The keys of every tab of a project. Its screens add their own. */
export function ProjectKeys({ onShowTab, onShowAllRuns }: Props) {
  const [isListOpen, setListOpen] = useState<boolean | null>(null)
  useKeyHandler()
  useActs({
    goSuites: () => onShowTab('suites'),
    goRuns: () => onShowTab('runs'),
    goAllRuns: onShowAllRuns,
    goQuality: () => onShowTab('quality'),
    goMembers: () => onShowTab('members'),
    shortcuts: () => setListOpen(true),
  })
  // Its code loads at the first press.
  if (isListOpen === null) return null
  return (
    <Suspense>
      <ShortcutsDialog isOpen={isListOpen} onClose={() => setListOpen(false)} />
    </Suspense>
  )
}
