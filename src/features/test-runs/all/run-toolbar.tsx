import { Box, Button, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRef, useState, useId } from 'react'
import { RUN_STATUSES } from '#shared/test-runs/test-run.ts'
import { trpc } from '#src/lib/trpc.ts'
import { QueryChip } from '#src/ui/query-chip.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import chips from '#src/ui/search-field.module.css'
import { useActs } from '../../keys/acts.ts'
import { focusCursor } from '../../keys/move.ts'
import { useProjectView } from '../../projects/use-project-view.ts'
import { useAllRuns } from './all-runs.tsx'
import { type RunQueryField, valuesIn, withValue } from './run-query.ts'
import classes from './run-toolbar.module.css'
import { say } from '#src/lib/toast.ts'
import { clearSelection, selectedIds, useSelectedCount } from '../../keys/selection.ts'
import { SelectionToolbar } from '../../keys/selection-toolbar.tsx'

export function RunToolbar() {
  const list = useAllRuns()
  const { projectId, text, setText } = list
  const { showTab } = useProjectView(projectId)
  const field = useRef<HTMLInputElement>(null)
  useActs({ search: () => field.current?.select() })
  return (
    <div className={`list-toolbar ${classes.toolbar}`}>
      <Title order={2} className="not-on-phone" flex="none" fz="md">
        All Runs
      </Title>
      <SearchField ref={field} label="Search runs" text={text} onSearch={setText} onLeave={() => focusCursor(list)} />
      <RunChips />
      <Button
        variant="subtle"
        color="gray"
        className={classes.back}
        flex="none"
        ml="auto"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => showTab('runs')}
      >
        Latest run
      </Button>
      <RunSelectionBar />
    </div>
  )
}

function RunChips() {
  const { projectId, text, setText } = useAllRuns()
  const [isOpened, setOpened] = useState(false)
  const { data, isPending } = trpc.testRuns.values.useQuery({ projectId }, { enabled: isOpened })
  const chip = (field: RunQueryField, label: string, values: readonly string[] | undefined, none: string) => (
    <QueryChip
      label={label}
      values={(values ?? []).map((value) => ({ value, label: value }))}
      chosen={valuesIn(text, field)}
      onToggle={(value) => setText(withValue(text, field, value))}
      whenEmpty={isPending ? 'Loading…' : none}
      onOpen={() => setOpened(true)}
    />
  )
  return (
    <div role="group" aria-label="Filter runs" className={chips.chips}>
      {chip('status', 'Status', RUN_STATUSES, '')}
      {chip('branch', 'Branch', data?.branches, 'No run names a branch')}
      {chip('env', 'Environment', data?.environments, 'No run names an environment')}
      {chip('milestone', 'Milestone', data?.milestones, 'No run names a milestone')}
      {chip(
        'by',
        'Started by',
        data?.startedBy.map(({ name }) => name),
        'No run was started by a person',
      )}
    </div>
  )
}

/** The actions on the selected runs: two are compared, the older one as the base. */
function RunSelectionBar() {
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
        <Box component="span" id={hintId} className="one-line" c="dimmed" fz="sm">
          {hint}
        </Box>
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
