import type { KeyboardEvent, Ref } from 'react'
import { isEnd, type SearchOptions, useTypedSearch } from '#src/ui/search-field.tsx'
import { focusCursor } from '../../keys/move.ts'
import { readRunFilter, type RunFilter, formatRunFilter } from '../store/run-filter.ts'
import { useLatestRunList } from './run-list.tsx'

const PAUSE_MS = 250

type Props = {
  ref: Ref<HTMLInputElement>
  filter: RunFilter
  onSearch: (filter: RunFilter, options?: SearchOptions) => void
}

export function RunSearch({ ref, filter, onSearch }: Props) {
  const list = useLatestRunList()
  const { field, apply } = useTypedSearch(filter.text, PAUSE_MS, (text, options) => {
    const next = readRunFilter(formatRunFilter({ ...filter, text }))
    if (formatRunFilter(next) === formatRunFilter(filter)) return undefined
    onSearch(next, options)
    return next.text
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isEnd(event)) return
    event.preventDefault()
    apply(event.currentTarget.value)
    // Escape leaves the field; the next one, in the row, clears the search.
    if (event.key === 'Escape') focusCursor(list())
  }
  return <input ref={ref} aria-label="Search this run" placeholder="Search this run" {...field} onKeyDown={press} />
}
