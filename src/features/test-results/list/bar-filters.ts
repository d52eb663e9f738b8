import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { Summary } from '#shared/test-runs/summary.ts'
import { NO_FILTER, type ResultFilter } from '../store/result-filter.ts'

/** A button of the filter bar: one condition, without the words of the search. */
export type BarFilter = {
  label: 'all' | 'newly failed' | 'mine' | (typeof RESULT_STATUSES)[number]
  filter: ResultFilter
}

/** In the order of the bar, and of the keys 0 to 7. */
export const BAR_FILTERS: readonly BarFilter[] = [
  { label: 'all', filter: NO_FILTER },
  ...RESULT_STATUSES.map((status): BarFilter => ({ label: status, filter: { ...NO_FILTER, statuses: [status] } })),
  { label: 'newly failed', filter: { ...NO_FILTER, isNewlyFailed: true } },
  { label: 'mine', filter: { ...NO_FILTER, assignee: 'me' } },
]

/** Whether the filter has the condition of a button; of 'all', whether it has none. */
export function isPressed({ label, filter }: BarFilter, shown: ResultFilter): boolean {
  if (label === 'all') return shown.statuses.length === 0 && !shown.isNewlyFailed && shown.assignee === null
  return (
    filter.statuses.every((status) => shown.statuses.includes(status)) &&
    (!filter.isNewlyFailed || shown.isNewlyFailed) &&
    (filter.assignee === null || shown.assignee === filter.assignee)
  )
}

/** The filter after a press: the button's alone, or with `isAdded` also the others. The search stays. */
export function pressed(bar: BarFilter, shown: ResultFilter, isAdded = false): ResultFilter {
  const { filter } = bar
  if (!isAdded || bar.label === 'all') return { ...filter, text: shown.text }
  const isRemoved = isPressed(bar, shown)
  const statuses = RESULT_STATUSES.filter(
    (status) => shown.statuses.includes(status) !== filter.statuses.includes(status),
  )
  return {
    text: shown.text,
    statuses,
    isNewlyFailed: filter.isNewlyFailed ? !isRemoved : shown.isNewlyFailed,
    assignee: filter.assignee === null ? shown.assignee : isRemoved ? null : filter.assignee,
  }
}

/** Counts that are no part of a run's summary. */
export type Attention = { newlyFailed: number; mine?: number; quarantined?: number }

export function countOf({ label }: BarFilter, summary: Summary, attention: Attention | undefined): number | undefined {
  if (label === 'all') return summary.total
  if (label === 'newly failed') return attention?.newlyFailed
  return label === 'mine' ? attention?.mine : summary[label]
}
