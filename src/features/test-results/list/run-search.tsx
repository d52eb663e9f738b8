import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { focusCursor } from '../../keys/move.ts'
import search from '#src/ui/search-field.module.css'
import { readRunFilter, type RunFilter, formatRunFilter } from '../store/run-filter.ts'
import { useLatestRunList } from './run-list.tsx'

/** Pause after which typed text is applied. */
const PAUSE_MS = 250

type Props = {
  ref: Ref<HTMLInputElement>
  filter: RunFilter
  onSearch: (filter: RunFilter, options?: { replace: boolean }) => void
}

/** Searches while somebody types. The first change makes a history entry, and further typing changes it. */
export function RunSearch({ ref, filter, onSearch }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<number>(undefined)
  const list = useLatestRunList()
  const hasEntry = useRef(false)
  // What was applied is shown as it was typed, until the filter changes in another way: by Back, or by a button.
  const applied = useRef(filter.text)
  useEffect(() => {
    if (filter.text !== applied.current) setTyped(null)
    applied.current = filter.text
  }, [filter.text])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (text: string) => {
    clearTimeout(timer.current)
    const next = readRunFilter(formatRunFilter({ ...filter, text }))
    if (formatRunFilter(next) === formatRunFilter(filter)) return
    applied.current = next.text
    onSearch(next, { replace: hasEntry.current })
    hasEntry.current = true
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => apply(text), PAUSE_MS)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    apply(event.currentTarget.value)
    // Escape leaves the field; the next one, in the row, clears the search.
    if (event.key === 'Escape') focusCursor(list())
  }
  return (
    <input
      ref={ref}
      type="search"
      className={search.field}
      aria-label="Search this run"
      placeholder="Search this run"
      autoComplete="off"
      spellCheck={false}
      value={typed ?? filter.text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      onFocus={() => {
        hasEntry.current = false
      }}
      onBlur={(event) => apply(event.currentTarget.value)}
    />
  )
}
