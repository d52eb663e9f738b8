import { Button } from '@mantine/core'
import { useId } from 'react'
import { say } from '#src/lib/toast.ts'
import { useActs } from '../../keys/acts.ts'
import { focusCursor } from '../../keys/move.ts'
import { clearSelection, selectedIds, useSelectedCount } from '../../keys/selection.ts'
import { SelectionToolbar } from '../../keys/selection-toolbar.tsx'
import { useProjectView } from '../../projects/use-project-view.ts'
import { useAllRuns } from './all-runs.tsx'
import classes from './run-selection-bar.module.css'

/** The actions on the selected runs: two are compared, the older one as the base. */
export function RunSelectionBar() {
  const list = useAllRuns()
  const { showCompare } = useProjectView(list.projectId)
  const count = useSelectedCount()
  const hint = hintFor(count)
  const hintId = useId()
  const compare = () => {
    // Newer runs have greater ids.
    const [base, run] = selectedIds().toSorted()
    if (hint !== null || !base || !run) say(hint ?? '')
    else showCompare(base, run)
  }
  const deselect = () => {
    clearSelection()
    focusCursor(list)
  }
  useActs({ compare })
  if (count === 0) return null
  return (
    <SelectionToolbar count={count}>
      <Button
        size="compact-xs"
        variant={hint === null ? 'filled' : 'default'}
        aria-keyshortcuts="c"
        data-disabled={hint === null ? undefined : true}
        aria-disabled={hint !== null}
        aria-describedby={hint === null ? undefined : hintId}
        onClick={compare}
      >
        Compare
      </Button>
      {hint !== null && (
        <span id={hintId} className={classes.hint}>
          {hint}
        </span>
      )}
      <Button size="compact-xs" variant="subtle" onClick={deselect}>
        Deselect
      </Button>
    </SelectionToolbar>
  )
}

function hintFor(count: number): string | null {
  if (count === 2) return null
  return count < 2 ? 'Select two runs to compare them' : 'Only two runs can be compared'
}
