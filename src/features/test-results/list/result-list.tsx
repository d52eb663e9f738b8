import { IconListDetails } from '@tabler/icons-react'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { CasePanel } from '../panel/case-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import classes from './result-list.module.css'
import { RunGrid } from './run-grid.tsx'
import { useRunList } from './run-list.tsx'

/** The results of a run: filters, search, and the grid. Needs a `RunListProvider`. */
export function ResultList() {
  const { run } = useRunList()
  return (
    <>
      <FilterBar attention={undefined} />
      {run.summary.total === 0 ? (
        <EmptyState
          icon={IconListDetails}
          title="This run has no test cases"
          hint="The project had none when it started. Add test cases, then start another run."
        />
      ) : (
        <div className={classes.beside}>
          <div className={classes.list}>
            <RunGrid />
          </div>
          <CasePanel />
        </div>
      )}
    </>
  )
}
