import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import { can } from '#shared/permissions.ts'
import { CreateTestCase, type TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatCount } from '#src/lib/format.ts'
import grid from '#src/ui/grid/grid.module.css'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { moveCursor, useRowFocus } from '../../keys/cursor.ts'
import { SelectButton } from '../../keys/select-button.tsx'
import { selectedIds, useIsSelected } from '../../keys/selection.ts'
import { useLatestCaseList } from './case-list.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseHistory, FlakyMarks } from './case-history.tsx'
import { AutomationKey, ExpectedValue, Priority, Tags } from './case-cells.tsx'
import classes from './case-grid.module.css'
import { InlineName } from './inline-name.tsx'
import { endRenaming, useIsRenaming } from './renaming.ts'
import { useDraggableRow } from './use-draggable-row.ts'
import { inListOrder } from './use-moves.ts'
import { useOpenCase } from './use-open-case.ts'
import { useRename } from './use-rename.ts'

type Props = { suite: TestSuiteListItem; role: string | null; testCase: TestCase; position: number; row: number }

/** A case on one line. What does not fit is in its panel, which its name opens. */
export const LoadedCase = memo(function LoadedCase({ suite, role, testCase, position, row }: Props) {
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
      className={`${grid.row} ${classes.row} ${grid.columns} ${classes.columns}`}
    >
      <div data-column="number">
        <SelectButton
          {...{ id: testCase.id, row, number, isSelected, tabIndex, className: `${grid.ticked} ${classes.tick}` }}
        />
      </div>
      <div data-column="case" className={grid.cell}>
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
      </div>
      <div data-column="type">
        <TypeBadge type={testCase.type} />
      </div>
      <div data-column="priority">
        <Priority priority={testCase.priority} />
      </div>
      <div data-column="tags">
        <Tags tags={testCase.tags} />
      </div>
      <div data-column="expected">
        <ExpectedValue value={testCase.expectedValue} />
      </div>
      <div data-column="steps">{testCase.steps.length > 0 && testCase.steps.length}</div>
      <div data-column="history">
        <CaseHistory suiteId={suite.id} position={position} testCase={testCase} tabIndex={tabIndex} />
      </div>
      <div data-column="actions" className={classes.actions}>
        <CaseActions suite={suite} role={role} testCase={testCase} tabIndex={tabIndex} />
      </div>
    </div>
  )
})
