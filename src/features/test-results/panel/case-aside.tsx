import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { cursorRow, moveCursor } from '../../keys/cursor.ts'
import { CaseDetails } from './case-details.tsx'
import classes from './case-aside.module.css'
import { CaseLink } from './case-link.tsx'
import { CaseMenu } from './case-menu.tsx'
import { PanelButton } from '#src/ui/panel-button.tsx'
import { partEntered, usePanel } from '#src/ui/panel-state.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useVisibleHeight } from '#src/ui/use-visible-height.ts'
import { VerdictButtons } from './verdict-buttons.tsx'
import { WidthHandle } from '#src/ui/width-handle.tsx'

/** The panel beside the list: it scrolls by itself, and the list stays usable. */
export function CaseAside({ result }: { result: TestResult }) {
  const { width, close } = usePanel()
  const { toPrevious, toNext, hasPrevious, hasNext } = useNeighbours()
  const { testCase } = result
  const number = `${testCase.testSuite.number}.${testCase.number}`
  const panel = useVisibleHeight()
  const details = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const { current: element } = details
    if (!element || element.dataset['result'] === result.id) return
    // A part that the case before did not have is not awaited any more.
    if (element.dataset['result'] !== undefined) partEntered()
    element.dataset['result'] = result.id
    element.scrollTop = 0
  })
  const closeAndReturn = () => {
    close()
    moveCursor(cursorRow() ?? 0, { focus: true })
  }
  return (
    <div className={classes.column} style={{ width }}>
      <aside ref={panel} className={classes.panel} aria-label={`Case ${number}`}>
        <WidthHandle />
        <div className={classes.head}>
          <PanelButton label="Previous Case" icon={IconChevronUp} isDisabled={!hasPrevious} onClick={toPrevious} />
          <PanelButton label="Next Case" icon={IconChevronDown} isDisabled={!hasNext} onClick={toNext} />
          <span className={classes.number}>
            {number} · <CaseLink result={result} />
          </span>
          <CaseMenu key={result.id} result={result} />
          <PanelButton label="Close" icon={IconX} onClick={closeAndReturn} />
        </div>
        <VerdictButtons result={result} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
        <div ref={details} className={classes.details} tabIndex={0} role="region" aria-labelledby={titleId}>
          <CaseDetails result={result} titleId={titleId} />
        </div>
      </aside>
    </div>
  )
}
