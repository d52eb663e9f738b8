import { lazy, Suspense } from 'react'
import { usePanel } from './panel-state.ts'

const OpenPanel = lazy(() => import('./open-panel.tsx'))

/** What there is to know of the current row's case: a column beside the list, on a phone a dialog. */
export function CasePanel() {
  const { isOpen } = usePanel()
  if (!isOpen) return null
  return (
    <Suspense>
      <OpenPanel />
    </Suspense>
  )
}
