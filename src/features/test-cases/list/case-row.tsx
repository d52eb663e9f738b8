import { Skeleton, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { CreateTestCase, type TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import grid from '#src/ui/grid/grid.module.css'
import classes from './case-grid.module.css'
import { useCaseAt } from './case-pages.ts'
import { can } from '#shared/permissions.ts'
import { formatCount } from '#src/lib/format.ts'
import { gridColumns } from '#src/ui/grid/grid.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { moveCursor, useRowFocus } from '../../keys/cursor.ts'
import { SelectButton } from '../../keys/select-button.tsx'
import { selectedIds, useIsSelected } from '../../keys/selection.ts'
import { useLatestCaseList } from './case-list.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseHistory, FlakyMarks } from './case-history.tsx'
import { AutomationKey, ExpectedValue, Priority, Tags } from './case-cells.tsx'
import { InlineName } from './inline-name.tsx'
import { endRenaming, useIsRenaming } from './renaming.ts'
import { useDraggableRow } from './use-draggable-row.ts'
import { inListOrder } from './use-moves.ts'
import { useOpenCase } from './use-open-case.ts'
import { useRename } from './use-rename.ts'

/** In order. Narrow lists hide some: see `case-grid.module.css`. */
export const columns = gridColumns(
  {
    number: 'No.',
    case: 'Case',
    type: 'Type',
    priority: 'Priority',
    tags: 'Tags',
    expected: 'Expected',
    steps: 'Steps',
    history: 'History',
    actions: '',
  },
  classes.columns,
  { isGrid: false },
)

type Props = {
  suite: TestSuiteListItem
  role: string | null
  position: number
  row: number
  match: TestCase | undefined
}

/** Memoized: the grid re-renders at each change of the counts and while it scrolls. */
export const CaseRow = memo(function CaseRow({ suite, role, position, row, match }: Props) {
  const { testCase: read, error, refetch } = useCaseAt(suite.id, position, match === undefined)
  const testCase = match ?? read
  if (testCase) return <LoadedCase suite={suite} role={role} testCase={testCase} position={position} row={row} />
  if (error)
    return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  return (
    <div className={`${grid.row} ${classes.row} ${columns.row}`} aria-busy>
      <columns.Cell column="number">
        <span className={`${grid.select} ${grid.ticked} ${classes.tick}`}>{`${suite.number}.${position + 1}`}</span>
      </columns.Cell>
      <columns.Cell column="case">
        <Skeleton className={grid.late} h={12} w="60%" />
      </columns.Cell>
    </div>
  )
})

type LoadedProps = { suite: TestSuiteListItem; role: string | null; testCase: TestCase; position: number; row: number }

/** A case on one line. What does not fit is in its panel, which its name opens. */
const LoadedCase = memo(function LoadedCase({ suite, role, testCase, position, row }: LoadedProps) {
  const list = useLatestCaseList()
  const rename = useRename()
  const { open: openCase } = useOpenCase()
  const focus = useRowFocus(row)
  const isSelected = useIsSelected(testCase.id)
  const isRenaming = useIsRenaming(testCase.id)
  const drop = useDraggableRow({
    row,
    rowId: testCase.id,
    suiteId: suite.id,
    position,
    dragged: () => {
      if (isRenaming || !can(role, 'case.write')) return null
      const ids = isSelected ? inListOrder(list(), selectedIds()) : [testCase.id]
      return { what: { kind: 'cases', ids }, label: ids.length > 1 ? formatCount(ids.length, 'case') : testCase.name }
    },
  })
  const { tabIndex } = focus
  const number = `${suite.number}.${testCase.number}`
  const leaveName = (isByKey: boolean) => {
    endRenaming()
    if (isByKey) moveCursor(row, { focus: true })
  }
  return (
    <div
      {...focus}
      {...drop}
      role="group"
      aria-label={`${number} ${testCase.name}`}
      data-selected={isSelected || undefined}
      className={`${grid.row} ${classes.row} ${columns.row}`}
    >
      <columns.Cell column="number">
        <SelectButton
          {...{ id: testCase.id, row, number, isSelected, tabIndex, className: `${grid.ticked} ${classes.tick}` }}
        />
      </columns.Cell>
      <columns.Cell column="case">
        {isRenaming ? (
          <InlineName
            label="Case name"
            name={testCase.name}
            schema={CreateTestCase.shape.name}
            onSave={(name) => void rename.testCase(testCase, name)}
            onLeave={leaveName}
          />
        ) : (
          <>
            <UnstyledButton
              className={grid.name}
              tabIndex={tabIndex}
              dir="auto"
              title={testCase.name}
              onClick={() => openCase(testCase)}
              onDoubleClick={() => rename.start(list(), row)}
            >
              {testCase.name}
            </UnstyledButton>
            {testCase.automationKey !== null && <AutomationKey value={testCase.automationKey} />}
            <FlakyMarks suiteId={suite.id} position={position} testCase={testCase} />
          </>
        )}
      </columns.Cell>
      <columns.Cell column="type">
        <TypeBadge type={testCase.type} />
      </columns.Cell>
      <columns.Cell column="priority">
        <Priority priority={testCase.priority} />
      </columns.Cell>
      <columns.Cell column="tags">
        <Tags tags={testCase.tags} />
      </columns.Cell>
      <columns.Cell column="expected">
        <ExpectedValue value={testCase.expectedValue} />
      </columns.Cell>
      <columns.Cell column="steps">{testCase.steps.length > 0 && testCase.steps.length}</columns.Cell>
      <columns.Cell column="history">
        <CaseHistory suiteId={suite.id} position={position} testCase={testCase} tabIndex={tabIndex} />
      </columns.Cell>
      <columns.Cell column="actions">
        <div className={classes.actions}>
          <CaseActions suite={suite} role={role} testCase={testCase} tabIndex={tabIndex} />
        </div>
      </columns.Cell>
    </div>
  )
})
