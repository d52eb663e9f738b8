import { useEffect, useLayoutEffect, useRef } from 'react'
import { holdKeys } from '#src/ui/held-keys.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { useWhenIdle } from '#src/ui/when-idle.ts'
import { MarkdownView } from '#src/ui/markdown.tsx'
import { leavePanel, usePanel } from '#src/ui/panel-state.ts'
import { ValueDifference } from '#src/ui/value-difference.ts'
import { CaseSince } from './lazy-case-since.ts'

const OpenPanel = lazyPart(() => import('./open-panel.tsx'))

/** The panel with all of its parts, which it also needs offline. */
const loadAll = () => Promise.all([OpenPanel, CaseSince, MarkdownView, ValueDifference].map(({ load }) => load()))

/** The case of the current row: a column beside the list, on a phone a dialog. */
export function CasePanel() {
  const { isOpen } = usePanel()
  const isLoaded = OpenPanel.useIsLoaded()
  useWhenIdle(loadAll)
  useKeysFor(isOpen && !isLoaded)
  return isOpen ? <OpenPanel onFailure={leavePanel} /> : null
}

/** Holds keys while the panel loads: one may have opened it at its steps or its note, where the next ones belong. */
function useKeysFor(isLoading: boolean): void {
  const hold = useRef<ReturnType<typeof holdKeys>>(undefined)
  useLayoutEffect(() => {
    if (isLoading) hold.current = holdKeys()
  }, [isLoading])
  // After the effects of the panel: the part that was asked for has the focus.
  useEffect(() => {
    if (!isLoading) hold.current?.release()
  }, [isLoading])
  useEffect(() => () => hold.current?.drop(), [])
}
