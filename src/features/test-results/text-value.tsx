import { Textarea } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import { hasLeft } from '#src/ui/has-left.ts'
import { isComposing } from '#src/ui/is-composing.ts'
import classes from './actual-value.module.css'
import { VALUE_FIELD } from './value-focus.ts'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  value: string | null
  isNumber: boolean
  placeholder: string
  seenAttempts: () => number
  onSave: (value: string | null, baseAttempt: number) => void
  /** Saves the value as passed. Undefined: nothing was typed. */
  onPass: (value: string | null | undefined) => void
  /** Called when text is typed that differs from `value`, and when it is saved or dropped. */
  onTyping: (isTyping: boolean) => void
  /** Moves the focus to the field above or below, with 0 to the row. */
  onGo: (step: -1 | 0 | 1) => void
}

/**
 * Saves on Enter, which moves to the next value, and on blur. Shift+Enter inserts a line break, Ctrl+Enter passes, Esc
 * takes back what was typed and leaves the field.
 */
export function TextValue({ field, value, isNumber, placeholder, seenAttempts, onSave, onPass, ...on }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  // A ref as well as state: on Enter the field is blurred before it renders again.
  const typed = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // Attempts seen when typing began. Later ones are hidden by the typed text.
  const base = useRef(0)

  const shown = useRef(value)
  useEffect(() => {
    const isNew = shown.current !== value
    shown.current = value
    // A focused value is selected, so that typing replaces it. A value set by somebody else is selected again.
    if (isNew && typed.current === null && document.activeElement === field.current) field.current?.select()
  }, [field, value])

  const type = (text: string | null) => {
    if (typed.current === null) base.current = seenAttempts()
    if ((typed.current === null) !== (text === null)) on.onTyping(text !== null)
    typed.current = text
    setDraft(text)
  }
  /** Ends typing. Returns false if the text is not a value. */
  const commit = (save: (value: string | null | undefined) => void): boolean => {
    const text = typed.current
    const isWrong = isNumber && text !== null && text !== '' && canonicalDecimal(text) === null
    setProblem(isWrong ? 'Enter a number' : null)
    if (isWrong) return false
    type(null)
    save(text === null ? undefined : text || null)
    return true
  }
  const save = (value: string | null | undefined) => value !== undefined && onSave(value, base.current)
  const leave = useEffectEvent(() => void (typed.current !== null && commit(save)))
  // Back removes the field without a blur.
  useEffect(() => () => leave(), [])
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const step = stepOf(event)
    if (step === undefined) return
    event.preventDefault()
    if (step === 0) {
      type(null)
      setProblem(null)
      return on.onGo(0)
    }
    const isPass = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isPass) commit(onPass)
    else if (event.key !== 'Enter' || commit(save)) on.onGo(step)
  }
  return (
    <Textarea
      ref={field}
      aria-label="Actual Value"
      placeholder={placeholder}
      rows={1}
      {...(isNumber && { inputMode: 'decimal' })}
      {...{ [VALUE_FIELD]: '' }}
      classNames={{ input: classes.field }}
      value={draft ?? value ?? ''}
      error={problem}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={(event) => hasLeft(event) && commit(save)}
    />
  )
}

/**
 * The direction in which a key leaves the field, 0 for the row; undefined for a key that stays in it, such as an arrow
 * that has another line to go to.
 */
function stepOf(event: KeyboardEvent<HTMLTextAreaElement>): -1 | 0 | 1 | undefined {
  const { key, shiftKey, nativeEvent, currentTarget } = event
  if (isComposing(nativeEvent) || shiftKey) return undefined
  if (key === 'Escape') return 0
  if (key === 'Enter') return 1
  const { value, selectionStart, selectionEnd } = currentTarget
  if (key === 'ArrowDown') return value.includes('\n', selectionEnd) ? undefined : 1
  if (key === 'ArrowUp') return value.slice(0, selectionStart).includes('\n') ? undefined : -1
  return undefined
}
