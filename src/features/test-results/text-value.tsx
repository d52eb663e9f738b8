import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import classes from './actual-value.module.css'
import { focusNextValue, VALUE_FIELD } from './value-focus.ts'

type Props = {
  value: string | null
  isNumber: boolean
  /** How many attempts the result has that is shown. */
  attempts: number
  onSave: (value: string | null, baseAttempt: number) => void
}

/** Saves on Enter, which goes on to the next value, and on leaving with a changed value. Shift+Enter starts a new line. */
export function TextValue({ value, isNumber, attempts, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  // Beside the state, since going on to the next field leaves this one before it is rendered again.
  const typed = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // Of what was shown when the tester began to type: later ones are hidden by the draft.
  const base = useRef(attempts)

  const type = (text: string | null) => {
    if (typed.current === null) base.current = attempts
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
