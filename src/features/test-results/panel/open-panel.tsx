import { useDeferredValue, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { useCursorRow } from '../../keys/cursor.ts'
import { useRunList } from '../list/run-list.tsx'
import { useDraft } from '../store/drafts.ts'
import { withEntry } from '../store/entry.ts'
import { type ResultPosition, useResultAt } from '../store/result-pages.ts'
import { CaseAside } from './case-aside.tsx'
import { CaseScreen } from './case-screen.tsx'
import { usePanel } from '#src/ui/panel-state.ts'

/** The panel of the current row; of the first one before there is a current row. */
export default function OpenPanel() {
  const list = useRunList()
  const current = useCursorRow() ?? 0
  // Keys held down move the cursor faster than a long description renders.
  const row = useDeferredValue(current)
  const position = list.positionOf(row) ?? list.positionOf(0)
  return position ? <PanelAt testRunId={list.run.id} position={position} /> : null
}

function PanelAt({ testRunId, position }: { testRunId: string; position: ResultPosition }) {
  const { result } = useResultAt(testRunId, position)
  // The case before stays until the page of the next one is loaded.
  const [shown, setShown] = useState(result)
  if (result && result !== shown) setShown(result)
  return shown ? <PanelOf result={shown} /> : null
}

function PanelOf({ result }: { result: TestResult }) {
  const { isDialog } = usePanel()
  const draft = useDraft(result.id)
  const shown = draft && draft.state !== 'refused' ? withEntry(result, draft) : result
  return isDialog ? <CaseScreen result={shown} /> : <CaseAside result={shown} />
}
