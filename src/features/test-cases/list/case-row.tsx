import { Box, Skeleton } from '@mantine/core'
import { memo } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import grid from '#src/ui/grid/grid.module.css'
import classes from './case-grid.module.css'
import { useCaseAt } from './case-pages.ts'
import { can } from '#shared/permissions.ts'
import { formatCount } from '#src/lib/format.ts'
import { gridColumns, NAME } from '#src/ui/grid/grid.tsx'
import { LineValue } from '#src/ui/grid/line-value.tsx'
import { TextButton } from '#src/ui/text-button.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { useRowFocus } from '../../keys/cursor.ts'
import { SelectButton, Tick } from '../../keys/select-button.tsx'
import { selectedIds, useIsSelected } from '../../keys/selection.ts'
import { useLatestCaseList } from './case-list.tsx'
import { CaseActions } from './case-actions.tsx'
import { FlakyMarks, RecentDots } from './case-health.tsx'
import { AutomationKey, expectedText, Priority, Tags } from './case-cells.tsx'
import { InlineName } from './inline-name.tsx'
import { useEditedName } from './renaming.ts'
import { useDraggableRow } from './use-draggable-row.ts'
import { inListOrder } from './move-cases.ts'
import { useOpenCase } from './use-open-case.ts'
import { editName, renameCase } from './rename.ts'

export const columns = gridColumns(
  {
    number: { title: <Box pl={28}>No.</Box>, width: 72 },
    case: { title: 'Case', width: '3 1 400px' },
    type: { title: 'Type', width: 56, hiddenTo: 840 },
    priority: { title: 'Priority', width: 64 },
    tags: { title: 'Tags', width: '1 0 132px', hiddenTo: 840 },
    expected: { title: 'Expected', width: '2 0 clamp(160px, 20cqw, 220px)' },
    steps: { title: 'Steps', width: 40, justify: 'flex-end', hiddenTo: 1000 },
    history: { title: 'History', width: 104, hiddenTo: 1000 },
    actions: { title: '', width: 104 },
  },
  { isGrid: false },
)

type Props = {
  suite: TestSuiteListItem
  role: string | null
  position: number
  row: number
  match: TestCase | undefined
}

type LoadedProps = Omit<Props, 'match'> & { testCase: TestCase }

/** Memoized: the grid re-renders at each change of the counts and while it scrolls. */
export const CaseRow = memo(function CaseRow({ match, ...place }: Props) {
  const { suite, position } = place
  const { testCase: read, error, refetch } = useCaseAt(suite.id, position, match === undefined)
  const testCase = match ?? read
  if (testCase) return <LoadedCase {...place} testCase={testCase} />
  if (error)
    return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  return (
    <div className={`${grid.row} ${grid.columns} ${classes.row}`} aria-busy>
      {columns.cells({
        number: (
          <span className={grid.select}>
            <Tick />
            {suite.number}.{position + 1}
          </span>
        ),
        case: <Skeleton className={grid.late} h={12} w="60%" />,
      })}
    </div>
  )
})

/** A case on one line. What does not fit is in its panel, which its name opens. */
const LoadedCase = memo(function LoadedCase({ suite, role, testCase, position, row }: LoadedProps) {
  const list = useLatestCaseList()
  const { open: openCase } = useOpenCase()
  const focus = useRowFocus(row)
  const isSelected = useIsSelected(testCase.id)
  const isRenaming = useEditedName(testCase.id) !== undefined
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
  const place = { suiteId: suite.id, position, testCase }
  return (
    <div
      {...focus}
      {...drop}
      role="group"
      aria-label={`${number} ${testCase.name}`}
      data-selected={isSelected || undefined}
      className={`${grid.row} ${grid.columns} ${classes.row}`}
    >
      {columns.cells({
        number: <SelectButton hasTick {...{ id: testCase.id, row, number, isSelected, tabIndex }} />,
        case: isRenaming ? (
          <InlineName
            item={testCase}
            label="Case name"
            noun="Test case name"
            row={row}
            onSave={(base, name) => void renameCase(list(), suite, base, name)}
          />
        ) : (
          <>
            <TextButton
              {...NAME}
              tabIndex={tabIndex}
              dir="auto"
              title={testCase.name}
              onClick={() => openCase(testCase)}
              onDoubleClick={() => editName(list(), row)}
            >
              {testCase.name}
            </TextButton>
            {testCase.automationKey !== null && <AutomationKey value={testCase.automationKey} />}
            <FlakyMarks {...place} />
          </>
        ),
        type: <TypeBadge type={testCase.type} />,
        priority: <Priority priority={testCase.priority} />,
        tags: <Tags tags={testCase.tags} />,
        expected: <LineValue value={testCase.expectedValue} none="none" textOf={expectedText} />,
        steps: testCase.steps.length > 0 && <Box c="dimmed">{testCase.steps.length}</Box>,
        history: <RecentDots {...place} tabIndex={tabIndex} />,
        actions: (
          <div className={classes.actions}>
            <CaseActions suite={suite} role={role} testCase={testCase} tabIndex={tabIndex} />
          </div>
        ),
      })}
    </div>
  )
})
