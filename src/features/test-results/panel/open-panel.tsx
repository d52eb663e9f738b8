import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { PanelShell } from '#src/ui/panel-shell.tsx'
import { closePanel, partEntered, usePanel } from '#src/ui/panel-state.ts'
import { cursorRow, moveCursor, useCursorRow } from '../../keys/cursor.ts'
import { useRunList } from '../list/run-list.tsx'
import { type ResultPosition, useResultAt } from '../store/result-pages.ts'
import { BottomBar } from './bottom-bar.tsx'
import { CaseDetails } from './case-details.tsx'
import { CaseLink } from './case-link.tsx'
import { CaseMenu } from './case-menu.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { VerdictButtons } from './verdict-buttons.tsx'
import { useShownResult } from '../verdicts/shown-result.ts'

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
  const neighbours = useNeighbours()
  const shown = useShownResult(result)
  const number = `${result.testCase.testSuite.number}.${result.testCase.number}`
  const label = `Case ${number}`
  useOwnParts(result)
  const closeAndReturn = () => {
    closePanel()
    if (!isDialog) moveCursor(cursorRow() ?? 0, { focus: true })
  }
  const title = (
    <>
      {number} · <CaseLink result={shown} />
    </>
  )
  return (
    <PanelShell
      label={label}
      title={isDialog ? label : title}
      shownId={result.id}
      top="var(--column-heads-top)"
      neighbours={neighbours}
      actions={<CaseMenu key={result.id} result={shown} />}
      head={<VerdictButtons result={shown} />}
      bar={<BottomBar result={shown} />}
      onClose={closeAndReturn}
    >
      <CaseDetails result={shown} />
    </PanelShell>
  )
}

/** Stops waiting for a part that the previous case did not have. */
function useOwnParts({ id }: TestResult): void {
  const before = useRef(id)
  useLayoutEffect(() => {
    if (before.current !== id) partEntered()
    before.current = id
  }, [id])
}
