import { useLayoutEffect } from 'react'
import { Grid, GridSkeleton } from '#src/ui/grid/grid.tsx'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { useProjectView } from '../../projects/use-project-view.ts'
import { useAllRuns } from './all-runs.tsx'
import classes from './run-grid.module.css'
import { columns, RunRow } from './run-row.tsx'
import { useNewFailures } from './use-new-failures.ts'

const SIZES = { head: 0, row: 36, phone: { head: 0, row: 76 } }
const LOOK = { label: 'Runs', columns, className: classes.grid }
/** How many rows before the end the next page is read. */
const AHEAD = 40

export function RunGrid() {
  const { projectId, runs, layout, isOld, hasMore, loadMore, scroller } = useAllRuns()
  const { hrefs } = useProjectView(projectId)
  const lines = useVirtualLines(layout, SIZES, scroller)
  const rows = lines.suites[0]?.rows ?? []
  const first = rows[0]?.line ?? 0
  const last = rows.at(-1)?.line ?? 0
  const newFailures = useNewFailures(projectId, runs, first, last)
  const isNearEnd = hasMore && last >= runs.length - AHEAD
  useLayoutEffect(() => {
    if (isNearEnd) loadMore()
  })
  return (
    <Grid
      {...LOOK}
      lines={lines}
      rowCount={hasMore ? -1 : runs.length + 1}
      isBusy={isOld}
      keyOf={(_, position) => runs[position]?.id}
      renderRow={(_, { line }) => {
        const run = runs[line]
        return (
          run && (
            <RunRow
              run={run}
              row={line}
              newFailures={newFailures.get(run.id)}
              href={hrefs.run(run.id)}
              compareHref={hrefs.compare(null, run.id)}
            />
          )
        )
      }}
    />
  )
}

export const RunGridSkeleton = () => <GridSkeleton {...LOOK} />
