import { ActionIcon, Anchor, Box, Group, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import { passRate } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatDayTime, formatShare } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ResultBar } from '#src/ui/result-bar.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { Time } from '#src/ui/time.tsx'
import { useProjectView } from '../projects/use-project-view.ts'
import classes from './compare.module.css'

type Props = {
  projectId: string
  run: TestRunListItem | undefined
  /** Undefined while loading, null for none. */
  base: TestRunListItem | null | undefined
  isDefaultBase: boolean
}

export function CompareHeads({ projectId, run, base, isDefaultBase }: Props) {
  const { showCompare } = useProjectView(projectId)
  return (
    <div className={classes.heads}>
      <div>
        <RunChooser
          label="Base"
          projectId={projectId}
          shown={base}
          otherId={run?.id}
          byDefault={isDefaultBase}
          onChoose={(id) => run && showCompare(id, run.id)}
        />
        {base && <RunFacts run={base} />}
      </div>
      <ActionIcon
        variant="default"
        size={28}
        className={classes.swap}
        aria-label="Swap the runs"
        title="Swap the runs"
        disabled={!run || !base}
        onClick={() => run && base && showCompare(run.id, base.id)}
      >
        <IconArrowsExchange size={16} aria-hidden />
      </ActionIcon>
      <div>
        <RunChooser
          label="Run"
          projectId={projectId}
          shown={run}
          otherId={base?.id}
          onChoose={(id) => id !== null && showCompare(isDefaultBase ? null : (base?.id ?? null), id)}
        />
        {run && <RunFacts run={run} />}
      </div>
    </div>
  )
}

function RunFacts({ run }: { run: TestRunListItem }) {
  const { hrefs } = useProjectView(run.projectId)
  const rate = passRate(run.summary)
  return (
    <Group gap="2px 10px" mih={28} c="dimmed" fz="sm">
      <Anchor component={Link} href={hrefs.run(run.id)} inherit lh="24px">
        Open {run.ref}
      </Anchor>
      <Group component="span" gap={4} wrap="nowrap">
        <StatusMark status={run.status} size={14} />
        {run.status}
      </Group>
      <Time iso={run.createdAt} as="short" />
      {[run.branch, run.environment]
        .filter((text) => text !== null)
        .map((text) => (
          <Text span inherit truncate key={text} maw={140} dir="auto">
            {text}
          </Text>
        ))}
      <Box w={120}>
        <ResultBar summary={run.summary} label={run.ref} />
      </Box>
      {rate !== null && <span>{formatShare(rate)} passed</span>}
    </Group>
  )
}

const OFFERED = 30
const PAUSE_MS = 150

/** The option for the base that the server chooses. */
const DEFAULT = 'default'

type RunChooserProps = {
  label: string
  projectId: string
  /** Undefined while loading, null for none. */
  shown: TestRunListItem | null | undefined
  /** Excluded from the list: the other run. */
  otherId: string | undefined
  /** Whether the server's choice is offered as a base, and whether it is chosen. */
  byDefault?: boolean | undefined
  /** Null: the server's choice. */
  onChoose: (runId: string | null) => void
}

/** Chooses a run of the project by a part of its name, ref, branch or commit. */
function RunChooser({ label, projectId, shown, otherId, byDefault, onChoose }: RunChooserProps) {
  const [typed, setTyped] = useState('')
  const [isOpened, setOpened] = useState(false)
  const [query] = useDebouncedValue(shown && typed === labelOf(shown) ? '' : typed, PAUSE_MS)
  const { data: found = [] } = trpc.testRuns.list.useQuery(
    { projectId, limit: OFFERED, ...(query.trim() && { q: query.trim() }) },
    { enabled: isOpened, placeholderData: keepPreviousData },
  )
  const listed = [...(shown && !found.some(({ id }) => id === shown.id) ? [shown] : []), ...found]
  const runs = listed.filter(({ id }) => id !== otherId).map((run) => ({ value: run.id, label: labelOf(run) }))
  return (
    <Select
      size="xs"
      label={label}
      data={byDefault === undefined ? runs : [{ value: DEFAULT, label: 'Last comparable run' }, ...runs]}
      value={byDefault && !shown ? DEFAULT : (shown?.id ?? null)}
      placeholder={shown === null ? 'No run' : ''}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      // The server has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage="No run matches"
      allowDeselect={false}
      maxDropdownHeight={360}
      onChange={(value) => {
        if (value) onChoose(value === DEFAULT ? null : value)
      }}
    />
  )
}

const labelOf = (run: TestRunListItem) => `${run.ref} ${runName(run)} · ${formatDayTime(run.createdAt)}`
