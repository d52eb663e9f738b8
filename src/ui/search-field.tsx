import { type ChangeEvent, type FocusEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import classes from './search-field.module.css'
import { isComposing } from './is-composing.ts'

const PAUSE_MS = 150

/** `replace`: the user is still typing, so it gets no history entry. */
export type SearchOptions = { replace: boolean }

/**
 * Searches while the user types. The first change makes a history entry, further typing replaces it. `search` returns
 * the text as it is then, or undefined if it changes nothing.
 */
export function useTypedSearch(
  text: string,
  pauseMs: number,
  search: (typed: string, options: SearchOptions) => string | undefined,
) {
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
    const result = search(next, { replace: hasEntry.current })
    if (result === undefined) return
    applied.current = result
    hasEntry.current = true
  }
  const onChange = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => apply(value), pauseMs)
  }
  return {
    apply,
    clear: () => {
      setTyped('')
      apply('')
    },
    field: {
      type: 'search',
      className: classes.field,
      autoComplete: 'off',
      spellCheck: false,
      value: typed ?? text,
      onChange,
      onFocus: () => void (hasEntry.current = false),
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => apply(currentTarget.value),
    },
  }
}

/** Whether a field should act on a key: Enter or Escape, outside input method composition. */
export const isEnd = ({ key, nativeEvent }: KeyboardEvent) =>
  !isComposing(nativeEvent) && (key === 'Enter' || key === 'Escape')

type Props = {
  ref?: Ref<HTMLInputElement>
  label: string
  text: string
  onSearch: (text: string, options: SearchOptions) => void
  /** Enter, or Escape in an empty field. */
  onLeave: () => void
}

export function SearchField({ ref, label, text, onSearch, onLeave }: Props) {
  const { field, apply, clear } = useTypedSearch(text, PAUSE_MS, (typed, options) => {
    const next = typed.trim()
    if (next === text) return undefined
    onSearch(next, options)
    return next
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isEnd(event)) return
    event.preventDefault()
    const shown = event.currentTarget.value
    if (event.key === 'Escape' && shown !== '') return clear()
    apply(shown)
    onLeave()
  }
  return <input ref={ref} aria-label={label} placeholder={label} {...field} onKeyDown={press} />
}
