import { Box, Button, Group, UnstyledButton } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { can } from '#shared/permissions.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { formatCount } from '#src/lib/format.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import { afterRemovalOf, removes } from '#src/ui/focus-after-removal.ts'
import grid from '#src/ui/grid/grid.module.css'
import { SuiteName } from '#src/ui/grid/grid.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useRowFocus } from '../../keys/cursor.ts'
import { useCaseAction } from './case-action.ts'
import classes from './case-grid.module.css'
import { useLatestCaseList } from './case-list.tsx'
import { InlineName } from './inline-name.tsx'
import { startRenaming, useEditedName } from './renaming.ts'
import { useDraggableRow } from './use-draggable-row.ts'
import { renameSuite } from './rename.ts'
import { deleteSuite } from '../../trash/deletions.ts'

type Props = {
  suite: TestSuiteListItem
  role: string | null
  isOpen: boolean
  row: number
  /** For the virtualizer. */
  index: number
}

export const SuiteHead = memo(function SuiteHead({ suite, role, isOpen, row, index }: Props) {
  const list = useLatestCaseList()
  const openDialog = useCaseAction()
  const isRenaming = useEditedName(suite.id) !== undefined
  const focus = useRowFocus(row)
  const { tabIndex } = focus
  const canWrite = can(role, 'suite.write')
  const canAdd = can(role, 'case.write')
  const addCase = () => openDialog({ kind: 'create', suite })
  const drop = useDraggableRow({
    row,
    rowId: suite.id,
    suiteId: suite.id,
    position: null,
    isOpen,
    dragged: () =>
      isRenaming || !canWrite
        ? null
        : { what: { kind: 'suite', id: suite.id }, label: `${suite.number} ${suite.name}` },
  })
  return (
    <Group
      {...focus}
      {...drop}
      role="group"
      aria-label={`${suite.number} ${suite.name}`}
      gap={8}
      wrap="nowrap"
      pr={8}
      data-index={index}
      className={`${grid.head} ${classes.head}`}
    >
      {isRenaming ? (
        <>
          <Box component="span" pl={32} className={grid.number}>
            {suite.number}
          </Box>
          <InlineName
            item={suite}
            label="Suite name"
            row={row}
            onSave={(base, name) => void renameSuite(list(), base, name)}
          />
        </>
      ) : (
        <h2 className={grid.title}>
          <UnstyledButton
            className={classes.toggle}
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            {...afterRemovalOf('case')}
            onClick={() => list().toggle(suite.id)}
            onDoubleClick={() => canWrite && startRenaming(suite)}
          >
            <Chevron isOpen={isOpen} />
            <SuiteName {...suite} />
            <Box component="span" flex="none" c="dimmed" fw={400} fz="xs">
              {formatCount(suite.testCaseCount, 'case')}
            </Box>
          </UnstyledButton>
        </h2>
      )}
      {suite.description && !isRenaming && (
        <Box
          component="span"
          className="one-line not-on-phone"
          flex="1 1 0"
          c="dimmed"
          dir="auto"
          title={suite.description}
        >
          {suite.description}
        </Box>
      )}
      {isOpen && canAdd && (
        <Button
          className="icon-on-phone"
          flex="none"
          miw={28}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label="Add Test Case"
          tabIndex={tabIndex}
          onClick={addCase}
        >
          Add Test Case
        </Button>
      )}
      <div className={classes.actions}>
        {!isOpen && canAdd && (
          <IconButton label="Add Test Case" icon={IconPlus} tabIndex={tabIndex} onClick={addCase} />
        )}
        {canWrite && (
          <>
            <IconButton
              label="Rename Suite"
              icon={IconPencil}
              tabIndex={tabIndex}
              onClick={() => startRenaming(suite)}
            />
            <IconButton
              label="Delete Suite"
              icon={IconTrash}
              tabIndex={tabIndex}
              {...removes('suite')}
              onClick={() => void deleteSuite(suite)}
            />
          </>
        )}
      </div>
    </Group>
  )
})
