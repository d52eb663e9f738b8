import { Button } from '@mantine/core'
import { IconFilterOff, IconPlayerPlay } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { messageOf } from '#src/lib/errors.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Grid, GridSkeleton } from '#src/ui/grid/grid.tsx'
import { useVirtualLines } from '#src/ui/grid/use-virtual-lines.ts'
import { usePageTitle } from '#src/ui/page-title.ts'
import { useActs } from '../../keys/acts.ts'
import { cursorRow } from '../../keys/cursor.ts'
import { leaveRow } from '../../keys/move.ts'
import { scroller } from '../../keys/shown-list.ts'
import { useKeptCursor } from '../../keys/use-kept-cursor.ts'
import { useMoveActs } from '../../keys/use-move-acts.ts'
import { useSelectActs } from '../../keys/use-select-acts.ts'
import { useProjectView } from '../../projects/use-project-view.ts'
import { AllRunsProvider, useAllRuns } from './all-runs.tsx'
import classes from './run-grid.module.css'
import { columns, RunRow } from './run-row.tsx'
import { RunToolbar } from './run-toolbar.tsx'
import { useNewFailures } from './use-new-failures.ts'

type Props = { project: ProjectOverview; role: string | null }

export default function AllRunsPage({ project }: Props) {
  usePageTitle(`All Runs · ${project.name}`, { isInner: true })
  return (
    <AllRunsProvider projectId={project.id}>
      <RunToolbar />
      <Runs />
      <RunListKeys />
    </AllRunsProvider>
  )
}

function Runs() {
  const { runs, text, setText, problem, error, isLoading, retry } = useAllRuns()
  if (error) return <ErrorState message={messageOf(error, 'Failed to fetch project data')} onRetry={retry} />
  if (runs.length > 0) return <RunGrid />
  if (problem === null && isLoading) return <RunGridSkeleton />
  if (text === '')
    return (
      <EmptyState
        icon={IconPlayerPlay}
        title="No runs yet"
        hint="Press Start Test Run above, or upload a report of your automated tests. Each run is listed here."
      />
    )
  return (
    <EmptyState
      icon={IconFilterOff}
      title="No run matches"
      hint={problem ?? 'The project has runs that the search leaves out.'}
    >
      <Button variant="default" onClick={() => setText('')}>
        Clear filters
      </Button>
    </EmptyState>
  )
}

/** The keyboard of All Runs. Inside the `AllRunsProvider`. */
function RunListKeys() {
  const list = useAllRuns()
  const { projectId, text, setText } = list
  const { showRun } = useProjectView(projectId)
  useKeptCursor(list)
  useMoveActs()
  useSelectActs('run')
  const open = () => {
    const run = list.itemAt(cursorRow() ?? 0)
    if (run) showRun(run.id)
  }
  useActs({ openRun: open, escape: () => leaveRow(() => text !== '' && setText('')) })
  return null
}

const LOOK = { label: 'Runs', columns, heights: { wide: 36, phone: 76 }, className: classes.grid }
/** How many rows before the end the next page is read. */
const AHEAD = 40

function RunGrid() {
  const { projectId, runs, layout, isOld, hasMore, loadMore } = useAllRuns()
  const { hrefs } = useProjectView(projectId)
  const lines = useVirtualLines(layout, LOOK.heights, scroller)
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

const RunGridSkeleton = () => <GridSkeleton {...LOOK} />
