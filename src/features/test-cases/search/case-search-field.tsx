import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useActs } from '../../keys/acts.ts'
import { focusCursor } from '../../keys/move.ts'
import { useCaseList, useLatestCaseList } from '../list/case-list.tsx'
import classes from './case-search.module.css'

/** Pause after which typed text is searched. */
const PAUSE_MS = 50

/** Searches while somebody types. The first change makes a history entry, and further typing changes it. */
export function CaseSearchField() {
  const { filter, setFilter } = useCaseList()
  const list = useLatestCaseList()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const hasEntry = useRef(false)
  const [typed, setTyped] = useState<string | null>(null)
  // What was applied is shown as it was typed, until the search changes in another way: by Back, or by a chip.
  const applied = useRef(filter)
  useEffect(() => {
    if (filter !== applied.current) setTyped(null)
    applied.current = filter
  }, [filter])
  useEffect(() => () => clearTimeout(timer.current), [])
  useActs({ search: () => field.current?.select() })

  const apply = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() === filter) return
    applied.current = text.trim()
    setFilter(text, { replace: hasEntry.current })
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
    const text = event.currentTarget.value
    if (event.key === 'Escape' && text !== '') {
      setTyped('')
      apply('')
      return
    }
    apply(text)
    focusCursor(list())
  }
  return (
    <input
      ref={field}
      type="search"
      className={classes.field}
      aria-label="Search cases"
      placeholder="Search cases"
      autoComplete="off"
      spellCheck={false}
      value={typed ?? filter}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      onFocus={() => {
        hasEntry.current = false
      }}
      onBlur={(event) => apply(event.currentTarget.value)}
    />
  )
}
