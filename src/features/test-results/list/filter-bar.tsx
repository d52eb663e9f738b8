import { Box, Group, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, type Ref, useRef } from 'react'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { recordedText } from '#src/lib/run-label.ts'
import { KnownFlakyMark } from '#src/ui/flaky-mark.tsx'
import { isEnd, type SearchOptions, useTypedSearch } from '#src/ui/search-field.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { useActs } from '../../keys/acts.ts'
import { focusCursor } from '../../keys/move.ts'
import { SelectionBar } from '../keys/selection-bar.tsx'
import { formatResultFilter, readResultFilter, type ResultFilter } from '../store/result-filter.ts'
import { type Attention, BAR_FILTERS, type BarFilter, countOf, isPressed, pressed } from './bar-filters.ts'
import classes from './filter-bar.module.css'
import { useLatestRunList, useRunList } from './run-list.tsx'

type Props = { attention: Attention | undefined }

export function FilterBar({ attention }: Props) {
  const { run, filter, setFilter } = useRunList()
  const search = useRef<HTMLInputElement>(null)
  const press = (bar: BarFilter, isAdded = false) => setFilter(pressed(bar, filter, isAdded))
  useActs({
    search: () => search.current?.select(),
    filter: (key) => {
      const bar = BAR_FILTERS[Number(key)]
      if (bar) press(bar)
    },
  })
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        <div role="group" aria-label="Show results" className={classes.buttons}>
          {BAR_FILTERS.map((bar) => (
            <FilterButton
              key={bar.label}
              bar={bar}
              count={countOf(bar, run.summary, attention)}
              isPressed={isPressed(bar, filter)}
              onPress={(isAdded) => press(bar, isAdded)}
            />
          ))}
        </div>
        <RunSearch ref={search} filter={filter} onSearch={setFilter} />
        {attention?.quarantined ? <KnownFailures count={attention.quarantined} /> : null}
        <Box component="span" flex="none" c="dimmed" fz="sm">
          {recordedText(run.summary)}
        </Box>
      </div>
      <ProgressLine summary={run.summary} />
      <SelectionBar />
    </div>
  )
}

type ButtonProps = {
  bar: BarFilter
  count: number | undefined
  isPressed: boolean
  onPress: (isAdded: boolean) => void
}

function FilterButton({ bar: { label }, count, isPressed, onPress }: ButtonProps) {
  const status = RESULT_STATUSES.find((status) => status === label)
  return (
    <UnstyledButton
      className={`sinks ${classes.button}`}
      aria-pressed={isPressed}
      data-none={count === 0 || undefined}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
    >
      {status && <StatusMark status={status} size={14} />}
      {count === undefined ? label : `${formatNumber(count)} ${label}`}
    </UnstyledButton>
  )
}

/** The failures of quarantined cases, which count as failed too. */
const KnownFailures = ({ count }: { count: number }) => (
  <Group
    component="span"
    gap={4}
    wrap="nowrap"
    flex="none"
    c="var(--mantine-color-yellow-light-color)"
    fz="sm"
    title="Failed, but known to be flaky: quarantined"
  >
    <KnownFlakyMark />
    {formatNumber(count)} known flaky
  </Group>
)

function ProgressLine({ summary }: { summary: Summary }) {
  return (
    <div className={classes.progress} aria-hidden>
      {RESULT_STATUSES.filter((status) => status !== 'pending' && summary[status] > 0).map((status) => (
        <span key={status} style={{ flexGrow: summary[status], background: `var(--status-${status})` }} />
      ))}
      <span style={{ flexGrow: summary.pending }} />
    </div>
  )
}

const PAUSE_MS = 250

type RunSearchProps = {
  ref: Ref<HTMLInputElement>
  filter: ResultFilter
  onSearch: (filter: ResultFilter, options?: SearchOptions) => void
}

function RunSearch({ ref, filter, onSearch }: RunSearchProps) {
  const list = useLatestRunList()
  const { field, apply, clear } = useTypedSearch(filter.text, PAUSE_MS, (text, options) => {
    const next = readResultFilter(formatResultFilter({ ...filter, text }))
    if (formatResultFilter(next) === formatResultFilter(filter)) return undefined
    onSearch(next, options)
    return next.text
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isEnd(event)) return
    event.preventDefault()
    apply(event.currentTarget.value)
    if (event.key !== 'Escape') return
    // Escape leaves the field; the next one, in the row, clears the search. Without a row there is no next one.
    if (list().rows > 0) focusCursor(list())
    else clear()
  }
  return <input ref={ref} aria-label="Search this run" placeholder="Search this run" {...field} onKeyDown={press} />
}
