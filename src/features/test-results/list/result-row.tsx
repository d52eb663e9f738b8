import { Box, Skeleton, VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { type ResultPosition, useResultAt } from '../store/result-pages.ts'
import grid from '#src/ui/grid/grid.module.css'
import classes from './run-grid.module.css'
import { leftFilter, type ResultFilter } from '../store/result-filter.ts'
import { IconUser } from '@tabler/icons-react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { formatShortDuration } from '#src/lib/format.ts'
import { gridColumns, NAME } from '#src/ui/grid/grid.tsx'
import { LineValue } from '#src/ui/grid/line-value.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { ActualValue } from '../actual-value.tsx'
import { moveCursor, useRowFocus } from '../../keys/cursor.ts'
import { SelectButton } from '../../keys/select-button.tsx'
import { useIsSelected } from '../../keys/selection.ts'
import { openPanel } from '#src/ui/panel-state.ts'
import { RowConflict } from '../row-conflict.tsx'
import { useDraft } from '../store/drafts.ts'
import { entryText } from '../store/entry.ts'
import { useAskedNote } from '../verdicts/asked-note.ts'
import { RowNote } from '../verdicts/row-note.tsx'
import { useShownResult } from '../verdicts/shown-result.ts'
import { Assignee, CaseMarks, RecentDots } from './result-cells.tsx'
import { RowStatus } from './row-status.tsx'

const ASSIGNEE = (
  <>
    <IconUser size={14} aria-hidden />
    <VisuallyHidden>Assignee</VisuallyHidden>
  </>
)

export const columns = gridColumns({
  number: { title: <Box pl={8}>No.</Box>, width: 56 },
  case: { title: 'Case', width: '0 1 740px' },
  type: { title: 'Type', width: 64, hiddenTo: 840 },
  expected: { title: 'Expected', width: '1 0 clamp(150px, 18cqw, 200px)', hiddenTo: 640 },
  actual: { title: 'Actual', width: '1 0 clamp(180px, 21cqw, 220px)' },
  status: { title: 'Status', width: 96 },
  assignee: { title: ASSIGNEE, width: 32, justify: 'center', hiddenTo: 840 },
  history: { title: 'History', width: 110, hiddenTo: 1000 },
  time: { title: 'Time', width: 56, justify: 'flex-end', hiddenTo: 1000 },
})

type Props = {
  /** The same object as long as these stay. */
  run: Pick<TestRunOverview, 'id' | 'projectId' | 'description'>
  filter: ResultFilter
  hasHistory: boolean
  row: number
  /** For `aria-rowindex` and the virtualizer. */
  index: number
  /** Where its result is stored: the same object as long as that stays. */
  position: ResultPosition
  /** Suite and row number, shown until the result is loaded. */
  number: string
  isEditable: boolean
}

type LoadedProps = Omit<Props, 'filter' | 'number'> & {
  result: TestResult
  /** Whether it no longer matches the filter that listed it. */
  hasLeft: boolean
}

/** Memoized: the grid renders again at each change of the counts and while it scrolls. */
export const ResultRow = memo(function ResultRow({ number, filter, ...row }: Props) {
  const { run, position, index } = row
  const { result, error, isSuccess, refetch } = useResultAt(run.id, position)
  // A run only grows, so a missing row is still loading. A filtered list may lose results that were deleted.
  const isGone = isSuccess && position.ids !== undefined
  if (result) return <LoadedRow key={result.id} {...row} result={result} hasLeft={leftFilter(filter, result)} />
  return (
    <div role="row" aria-rowindex={index + 2} aria-busy={!isGone && !error} className={grid.row}>
      {error ? (
        <div role="gridcell">
          <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div role="presentation" className={`${grid.columns} ${classes.cells}`}>
          {columns.cells({
            number: <span className={grid.select}>{number}</span>,
            case: isGone ? <Box c="dimmed">No longer here</Box> : <Skeleton className={grid.late} h={12} w="60%" />,
          })}
        </div>
      )}
    </div>
  )
})

/** A result on one line. What does not fit is in the panel, which its name opens. */
const LoadedRow = memo(function LoadedRow({ result, row, index, isEditable, ...rest }: LoadedProps) {
  const { run, position, hasHistory, hasLeft } = rest
  const { testCase, expectedValue, errorMessage } = result
  const draft = useDraft(result.id)
  const unsaved = draft?.state === 'refused' ? undefined : draft
  const shown = useShownResult(result)
  const number = `${testCase.testSuite.number}.${testCase.number}`
  const isSelected = useIsSelected(result.id)
  const focus = useRowFocus(row)
  const { tabIndex } = focus
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
      aria-label={`${number} ${testCase.name}, ${shown.status}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-left={hasLeft || undefined}
      className={`${grid.row} ${classes.row}`}
    >
      <div role="presentation" className={`${grid.columns} ${classes.cells}`}>
        {columns.cells({
          number: <SelectButton {...{ id: result.id, row, number, title: result.ref, isSelected, tabIndex }} />,
          case: (
            <>
              <TextButton {...NAME} tabIndex={tabIndex} dir="auto" onClick={open}>
                {testCase.name}
              </TextButton>
              <CaseMarks projectId={run.projectId} result={shown} />
            </>
          ),
          type: <TypeBadge type={testCase.type} />,
          expected: <LineValue value={expectedValue} none="none" />,
          actual:
            isManual && (isEditable || draft || !errorMessage) ? (
              <div className={classes.field}>
                <ActualValue result={result} shown={shown} row={row} isEditable={isEditable} />
              </div>
            ) : errorMessage ? (
              <span className={`${grid.value} ${classes.problem}`} data-status={result.status} title={errorMessage}>
                {errorMessage}
              </span>
            ) : (
              <LineValue value={result.actualValue} none="" />
            ),
          status: <RowStatus shown={shown} unsaved={unsaved} />,
          assignee: result.assignee && <Assignee {...result.assignee} />,
          history: hasHistory && <RecentDots {...{ run, position, result }} />,
          time: result.executionTimeMs !== null && <Box fz="xs">{formatShortDuration(result.executionTimeMs)}</Box>,
        })}
      </div>
      {draft?.state === 'refused' && (
        <div className={`breakable ${classes.below} ${classes.problem}`} role="gridcell">
          <span className={classes.typed}>Not saved: “{entryText(draft)}”.</span> {draft.refusal}
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
