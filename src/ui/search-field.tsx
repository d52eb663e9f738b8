import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import classes from './search-field.module.css'

const PAUSE_MS = 150

type Props = {
  ref?: Ref<HTMLInputElement>
  label: string
  text: string
  /** `replace`: the user is still typing, so it gets no history entry. */
  onSearch: (text: string, options: { replace: boolean }) => void
  /** Enter, or Escape in an empty field. */
  onLeave: () => void
}

/** Searches while the user types. The first change makes a history entry, further typing replaces it. */
export function SearchField({ ref, label, text, onSearch, onLeave }: Props) {
  const timer = useRef<number>(undefined)
  const hasEntry = useRef(false)
  const [typed, setTyped] = useState<string | null>(null)
  // The applied text is shown as typed, until Back or a chip changes it.
  const applied = useRef(text)
  useEffect(() => {
    if (text !== applied.current) setTyped(null)
    applied.current = text
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (next: string) => {
    clearTimeout(timer.current)
    if (next.trim() === text) return
    applied.current = next.trim()
    onSearch(next.trim(), { replace: hasEntry.current })
    hasEntry.current = true
  }
  const type = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => apply(next), PAUSE_MS)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    const shown = event.currentTarget.value
    if (event.key === 'Escape' && shown !== '') {
      setTyped('')
      apply('')
      return
    }
    apply(shown)
    onLeave()
  }
  return (
    <input
      ref={ref}
      type="search"
      className={classes.field}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      onFocus={() => {
        hasEntry.current = false
      }}
      onBlur={(event) => apply(event.currentTarget.value)}
    />
  )
}
