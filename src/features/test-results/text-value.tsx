import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import classes from './actual-value.module.css'
import { focusNextValue, VALUE_FIELD } from './value-focus.ts'

type Props = { value: string | null; isNumber: boolean; onSave: (value: string | null) => void }

/** Saves on Enter, which goes on to the next value, and on leaving with a changed value. Shift+Enter starts a new line. */
export function TextValue({ value, isNumber, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  /** Whether the field may be left as it is. */
  const commit = (typed: string): boolean => {
    const isWrong = isNumber && typed !== '' && canonicalDecimal(typed) === null
    setProblem(isWrong ? 'Enter a number' : null)
    if (isWrong) return false
    setDraft(null)
    onSave(typed === '' ? null : typed)
    return true
  }
  const go = (event: KeyboardEvent<HTMLTextAreaElement>, step: 1 | -1) => {
    event.preventDefault()
    void focusNextValue(event.currentTarget, step)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const typed = event.currentTarget.value
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (commit(typed)) go(event, 1)
    } else if (event.key === 'Escape') {
      setDraft(null)
      setProblem(null)
    } else if (event.key === 'ArrowDown' && !typed.includes('\n')) go(event, 1)
    else if (event.key === 'ArrowUp' && !typed.includes('\n')) go(event, -1)
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
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={(event) => {
        if (draft !== null) commit(event.currentTarget.value)
      }}
    />
  )
}
