import { Box, Group, Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { runName } from '#shared/test-runs/run-name.ts'
import { failuresText } from '#shared/test-runs/summary.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'

const OFFERED = 20
const PAUSE_MS = 200

type Props = {
  projectId: string
  /** Undefined while loading; null if the project has no runs. */
  run: TestRunListItem | null | undefined
  onChange: (run: TestRunListItem) => void
}

/** Chooses any run of the project: the newest are offered, older ones are found by a search. */
export function RunChooser({ projectId, run, onChange }: Props) {
  const [text, setText] = useState('')
  const own = run ? labelOf(run) : ''
  const [words] = useDebouncedValue(text === own ? '' : text.trim(), PAUSE_MS)
  const { data: found = [], isPending } = trpc.testRuns.list.useQuery(
    { projectId, limit: OFFERED, ...(words !== '' && { q: words }) },
    { placeholderData: keepPreviousData },
  )
  if (run === null)
    return (
      <Text p={8} c="dimmed">
        This project has no test runs.
      </Text>
    )
  const runs = new Map([...(run ? [run] : []), ...found].map((one) => [one.id, one]))
  const isFound = ({ id }: TestRunListItem) => found.some((one) => one.id === id)
  const offered = [...runs.values()].filter((one) => words === '' || isFound(one) || one.id === run?.id)
  const renderOption: SelectProps['renderOption'] = ({ option }) => {
    const one = runs.get(option.value)
    return one && <Option run={one} />
  }
  return (
    <Select
      label="Run"
      searchable
      allowDeselect={false}
      placeholder={isPending ? 'Loading runs…' : 'Choose a run'}
      nothingFoundMessage="No run matches"
      data={offered.map((one) => ({ value: one.id, label: labelOf(one) }))}
      // The server has already filtered.
      filter={({ options }) =>
        options.filter((option) => 'value' in option && (words === '' || option.value !== run?.id || isFound(run)))
      }
      renderOption={renderOption}
      value={run?.id ?? null}
      onSearchChange={setText}
      onChange={(id) => {
        const next = id === null ? undefined : runs.get(id)
        if (next) onChange(next)
      }}
    />
  )
}

const labelOf = (run: TestRunListItem) => `${run.ref} ${runName(run)}`

function Option({ run }: { run: TestRunListItem }) {
  return (
    <Group gap="0 12px" align="stretch" justify="space-between" flex={1} miw={0}>
      <span className="breakable" dir="auto">
        {labelOf(run)}
      </span>
      <Box component="span" className="one-line" c="dimmed" fz="sm">
        {failuresText(run.summary) || '0 failed'} · {formatDateTime(run.createdAt)}
      </Box>
    </Group>
  )
}
