import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { can } from '#shared/permissions.ts'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { focusCursor } from '../../keys/move.ts'
import { clearSelection, selectedIds, useSelectedCount } from '../../keys/selection.ts'
import { SelectionToolbar } from '../../keys/selection-toolbar.tsx'
import { useCaseList, useLatestCaseList } from './case-list.tsx'
import type { SelectionDialog } from './selection-dialogs.tsx'
import { duplicateSelected, removeSelected, setPriority } from './selection-acts.ts'

const SelectionDialogs = lazyDialog(() => import('./selection-dialogs.tsx'))

const LOOK = { size: 'compact-xs', variant: 'default' } as const

/** The actions on the selected cases. They cover the toolbar of the list, so that no row moves. */
export function CaseSelectionBar({ onStartRun }: { onStartRun: (testCaseIds: readonly string[]) => void }) {
  const { role } = useCaseList()
  const list = useLatestCaseList()
  const count = useSelectedCount()
  /** The kind is kept while the dialog closes, so that it does not go blank. */
  const [dialog, setDialog] = useState<{ kind: SelectionDialog; isOpen: boolean }>({ kind: 'move', isOpen: false })
  const open = (kind: SelectionDialog) => setDialog({ kind, isOpen: true })
  const canWrite = can(role, 'case.write')
  const deselect = () => {
    clearSelection()
    focusCursor(list())
  }
  return (
    <>
      {count > 0 && (
        <SelectionToolbar count={count}>
          {can(role, 'run.start') && (
            <Button {...LOOK} onClick={() => onStartRun(selectedIds())}>
              Run
            </Button>
          )}
          {canWrite && (
            <>
              <Button {...LOOK} onClick={() => open('move')}>
                Move
              </Button>
              <Button {...LOOK} onClick={() => duplicateSelected(list)}>
                Duplicate
              </Button>
              <Button {...LOOK} onClick={() => open('tag')}>
                Tag
              </Button>
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button {...LOOK}>Priority</Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {PRIORITIES.map((priority) => (
                    <Menu.Item key={priority} onClick={() => void setPriority(list, priority)}>
                      {priority}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
              <Button {...LOOK} onClick={() => void removeSelected(list())}>
                Delete
              </Button>
            </>
          )}
          <Button {...LOOK} variant="subtle" onClick={deselect}>
            Clear
          </Button>
        </SelectionToolbar>
      )}
      <SelectionDialogs {...dialog} onClose={() => setDialog({ ...dialog, isOpen: false })} />
    </>
  )
}
