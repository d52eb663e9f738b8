import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import grid from '#src/ui/grid/grid.module.css'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { ActualValue } from '../actual-value.tsx'
import { moveCursor, useRowFocus } from '../../keys/cursor.ts'
import { SelectButton } from '../../keys/select-button.tsx'
import { useIsSelected } from '../../keys/selection.ts'
import { openPanel } from '#src/ui/panel-state.ts'
import { RowConflict } from '../row-conflict.tsx'
import { useDraft } from '../store/drafts.ts'
import { withEntry } from '../store/entry.ts'
import type { ResultPosition } from '../store/result-pages.ts'
import { useAskedNote } from '../verdicts/note-focus.ts'
import { RowNote } from '../verdicts/row-note.tsx'
import { CaseMarks } from './case-marks.tsx'
import { Initials } from './initials.tsx'
import { LineValue } from './line-value.tsx'
import { columns } from './columns.tsx'
import classes from './run-grid.module.css'
import { RecentDots } from './recent-dots.tsx'
import { RowStatus } from './row-status.tsx'
import { RowTime } from './row-time.tsx'

type Props = {
  projectId: string
  result: TestResult
  row: number
  index: number
  isEditable: boolean
  /** Whether it no longer matches the filter that listed it. */
  hasLeft: boolean
  /** Where it is listed, for the last results of its case; undefined to leave them out. */
  history: ResultPosition | undefined
  runName: string | null
}

/** A result on one line. What does not fit is in the panel, which its name opens. */
export const LoadedRow = memo(function LoadedRow({ result, row, index, isEditable, ...rest }: Props) {
  const { projectId, hasLeft, history, runName } = rest
  const { testCase, expectedValue, errorMessage } = result
  const draft = useDraft(result.id)
  const unsaved = draft?.state === 'refused' ? undefined : draft
  const shown = unsaved ? withEntry(result, unsaved) : result
  const number = `${testCase.testSuite.number}.${testCase.number}`
  const label = `${number} ${testCase.name}`
  const isSelected = useIsSelected(result.id)
  const focus = useRowFocus(row)
  const isNoteAsked = useAskedNote(result.id) !== null
  const isManual = testCase.type === 'manual'
  const open = () => {
    moveCursor(row)
    openPanel()
  }
  return (
    <div
      {...focus}
      role="row"
      aria-label={`${label}, ${shown.status}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-left={hasLeft || undefined}
      className={`${grid.row} ${classes.row}`}
    >
      <div role="presentation" className={`${columns.row} ${classes.cells}`}>
        <columns.Cell column="number">
          <SelectButton {...{ id: result.id, row, number, title: result.ref, isSelected, tabIndex: focus.tabIndex }} />
        </columns.Cell>
        <columns.Cell column="case">
          <UnstyledButton className={grid.name} tabIndex={focus.tabIndex} dir="auto" onClick={open}>
            {testCase.name}
          </UnstyledButton>
          <CaseMarks projectId={projectId} result={shown} />
        </columns.Cell>
        <columns.Cell column="type">
          <TypeBadge type={testCase.type} />
        </columns.Cell>
        <columns.Cell column="expected">
          <LineValue value={expectedValue} none="none" />
        </columns.Cell>
        <columns.Cell column="actual">
          {isManual && (isEditable || draft || !errorMessage) ? (
            <div className={classes.field}>
              <ActualValue result={result} shown={shown} row={row} isEditable={isEditable} />
            </div>
          ) : errorMessage ? (
            <span className={`${classes.line} ${classes.problem}`} data-status={result.status} title={errorMessage}>
              {errorMessage}
            </span>
          ) : (
            <LineValue value={result.actualValue} none="" />
          )}
        </columns.Cell>
        <columns.Cell column="status">
          <RowStatus shown={shown} unsaved={unsaved} />
        </columns.Cell>
        <columns.Cell column="assignee">
          <Initials person={result.assignee} />
        </columns.Cell>
        <columns.Cell column="history">
          {history && (
            <RecentDots
              run={{ id: result.testRunId, projectId, description: runName }}
              position={history}
              result={result}
            />
          )}
        </columns.Cell>
        <columns.Cell column="time">
          <RowTime ms={result.executionTimeMs} />
        </columns.Cell>
      </div>
      {draft?.state === 'refused' && (
        <div className={`${classes.below} ${classes.problem}`} role="gridcell">
          Not saved: “{draft.value ?? draft.status ?? draft.notes ?? draft.defects?.join(', ') ?? 'nothing'}”.{' '}
          {draft.refusal}
        </div>
      )}
      {isNoteAsked && <RowNote shown={shown} row={row} className={classes.below} />}
      {unsaved?.state === 'conflict' && (
        <div className={classes.below} role="gridcell">
          <RowConflict result={result} mine={unsaved} shown={shown} row={row} />
        </div>
      )}
    </div>
  )
})
