import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatDayTime } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'

const OFFERED = 30
const PAUSE_MS = 150

/** The option for the base that the server chooses. */
const DEFAULT = 'default'

type Props = {
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
export function RunChooser({ label, projectId, shown, otherId, byDefault, onChoose }: Props) {
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
