import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import classes from './actual-value.module.css'
import { focusNextValue, VALUE_FIELD } from './value-focus.ts'

type Props = {
  value: string | null
  isNumber: boolean
  /** The attempt count that the tester has seen. */
  seenAttempts: () => number
  onSave: (value: string | null, baseAttempt: number) => void
  /** Called when text is typed that differs from `value`, and when it is saved or dropped. */
  onTyping: (isTyping: boolean) => void
}

/** Saves on Enter, which moves to the next value, and on blur. Shift+Enter inserts a line break. */
export function TextValue({ value, isNumber, seenAttempts, onSave, onTyping }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  // A ref as well as state: on Enter the field is blurred before it renders again.
  const typed = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // Attempts seen when typing began. Later ones are hidden by the typed text.
  const base = useRef(0)

  const field = useRef<HTMLTextAreaElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    const isNew = shown.current !== value
    shown.current = value
    // A focused value is selected, so that typing replaces it. A value set by somebody else is selected again.
    if (isNew && typed.current === null && document.activeElement === field.current) field.current?.select()
  }, [value])

  const type = (text: string | null) => {
    if (typed.current === null) base.current = seenAttempts()
    if ((typed.current === null) !== (text === null)) onTyping(text !== null)
    typed.current = text
    setDraft(text)
  }
  /** Saves the typed text. Returns whether it was valid. */
  const commit = (): boolean => {
    const text = typed.current
    if (text === null) return true
    const isWrong = isNumber && text !== '' && canonicalDecimal(text) === null
    setProblem(isWrong ? 'Enter a number' : null)
    if (isWrong) return false
    type(null)
    onSave(text === '' ? null : text, base.current)
    return true
  }
  const go = (event: KeyboardEvent<HTMLTextAreaElement>, step: 1 | -1) => {
    event.preventDefault()
    void focusNextValue(event.currentTarget, step)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isOneLine = !event.currentTarget.value.includes('\n')
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (commit()) go(event, 1)
    } else if (event.key === 'Escape') {
      type(null)
      setProblem(null)
    } else if (event.key === 'ArrowDown' && isOneLine) go(event, 1)
    else if (event.key === 'ArrowUp' && isOneLine) go(event, -1)
  }
  return (
    <Textarea
      ref={field}
      aria-label="Actual Value"
      placeholder={isNumber ? 'Number' : 'Value'}
      rows={1}
      {...(isNumber && { inputMode: 'decimal' })}
      {...{ [VALUE_FIELD]: '' }}
      classNames={{ input: classes.field }}
      value={draft ?? value ?? ''}
      error={problem}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={commit}
    />
  )
}
