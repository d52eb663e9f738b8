import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import classes from './actual-value.module.css'
import { focusNextValue, VALUE_FIELD } from './value-focus.ts'

type Props = {
  value: string | null
  isNumber: boolean
  /** How many attempts the result has that the tester sees. */
  seenAttempts: () => number
  onSave: (value: string | null, baseAttempt: number) => void
  /** Whether there is something typed that is not saved. */
  onDraft: (hasDraft: boolean) => void
}

/** Saves on Enter, which goes on to the next value, and on leaving with a changed value. Shift+Enter starts a new line. */
export function TextValue({ value, isNumber, seenAttempts, onSave, onDraft }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  // Beside the state, since going on to the next field leaves this one before it is rendered again.
  const typed = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // Of what was shown when the tester began to type: later ones are hidden by the draft.
  const base = useRef(0)

  const field = useRef<HTMLTextAreaElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    const isNew = shown.current !== value
    shown.current = value
    // What somebody else has set stands there to be replaced, as what was there before did.
    if (isNew && typed.current === null && document.activeElement === field.current) field.current?.select()
  }, [value])

  const type = (text: string | null) => {
    if (typed.current === null) base.current = seenAttempts()
    if ((typed.current === null) !== (text === null)) onDraft(text !== null)
    typed.current = text
    setDraft(text)
  }
  /** Whether the field may be left as it is. */
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
