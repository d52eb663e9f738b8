import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { memo } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import { type ResultPosition, useResultAt } from '../store/result-pages.ts'
import grid from '#src/ui/grid/grid.module.css'
import classes from './run-grid.module.css'
import { leftFilter, type RunFilter } from '../store/run-filter.ts'
import { IconUser } from '@tabler/icons-react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { formatShortDuration } from '#src/lib/format.ts'
import { gridColumns } from '#src/ui/grid/grid.tsx'
import { LineValue } from '#src/ui/grid/line-value.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { ActualValue } from '../actual-value.tsx'
import { moveCursor, useRowFocus } from '../../keys/cursor.ts'
import { SelectButton } from '../../keys/select-button.tsx'
import { useIsSelected } from '../../keys/selection.ts'
import { openPanel } from '#src/ui/panel-state.ts'
import { RowConflict } from '../row-conflict.tsx'
import { useDraft } from '../store/drafts.ts'
import { useAskedNote } from '../verdicts/asked-note.ts'
import { RowNote } from '../verdicts/row-note.tsx'
import { useShownResult } from '../verdicts/shown-result.ts'
import { CaseMarks, Initials, RecentDots } from './result-cells.tsx'
import { RowStatus } from './row-status.tsx'

const ASSIGNEE = (
  <>
    <IconUser size={14} aria-hidden />
    <VisuallyHidden>Assignee</VisuallyHidden>
  </>
)

/** The columns of a run, in order. Narrow lists hide some: see `run-grid.module.css`. */
export const columns = gridColumns(
  {
    number: 'No.',
    case: 'Case',
    type: 'Type',
    expected: 'Expected',
    actual: 'Actual',
    status: 'Status',
    assignee: ASSIGNEE,
    history: 'History',
    time: 'Time',
  },
  classes.columns,
)

type Props = {
  testRunId: string
  projectId: string
  runName: string | null
  filter: RunFilter
  /** Whether the list has room for the column. */
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

type LoadedProps = Pick<Props, 'projectId' | 'runName' | 'row' | 'index' | 'isEditable'> & {
  result: TestResult
  /** Whether it no longer matches the filter that listed it. */
  hasLeft: boolean
  /** Where it is listed, for the last results of its case; undefined to leave them out. */
  history: ResultPosition | undefined
}

/** Memoized: the grid renders again at each change of the counts and while it scrolls. */
export const ResultRow = memo(function ResultRow({ testRunId, position, number, filter, hasHistory, ...row }: Props) {
  const { result, error, isSuccess, refetch } = useResultAt(testRunId, position)
  // A run only grows, so a missing row is still loading. A filtered list may lose results that were deleted.
  const isGone = isSuccess && position.ids !== undefined
  const history = hasHistory ? position : undefined
  if (result)
    return <LoadedRow key={result.id} {...row} {...{ result, history }} hasLeft={leftFilter(filter, result)} />
  return (
    <div role="row" aria-rowindex={row.index + 2} aria-busy={!isGone && !error} className={grid.row}>
      {error ? (
        <div role="gridcell">
          <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div role="presentation" className={`${columns.row} ${classes.cells}`}>
          {columns.cells({
            number: <span className={grid.select}>{number}</span>,
            case: isGone ? (
              <span className={grid.none}>No longer here</span>
            ) : (
              <Skeleton className={grid.late} h={12} w="60%" />
            ),
          })}
        </div>
      )}
    </div>
  )
})

/** A result on one line. What does not fit is in the panel, which its name opens. */
const LoadedRow = memo(function LoadedRow({ result, row, index, isEditable, ...rest }: LoadedProps) {
  const { projectId, hasLeft, history, runName } = rest
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
      <div role="presentation" className={`${columns.row} ${classes.cells}`}>
        {columns.cells({
          number: <SelectButton {...{ id: result.id, row, number, title: result.ref, isSelected, tabIndex }} />,
          case: (
            <>
              <UnstyledButton className={grid.name} tabIndex={tabIndex} dir="auto" onClick={open}>
                {testCase.name}
              </UnstyledButton>
              <CaseMarks projectId={projectId} result={shown} />
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
          assignee: <Initials person={result.assignee} />,
          history: history && (
            <RecentDots
              run={{ id: result.testRunId, projectId, description: runName }}
              {...{ result, position: history }}
            />
          ),
          time: result.executionTimeMs !== null && formatShortDuration(result.executionTimeMs),
        })}
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
