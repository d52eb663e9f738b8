import { memo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { moveCursor } from '../keys/cursor.ts'
import { useLatestRunList } from './list/run-list.tsx'
import { seenAttempts, useNoteSeen } from './store/seen-attempts.ts'
import { TextValue } from './text-value.tsx'
import { goToField, useFieldFocus, VALUE_FIELD } from './value-focus.ts'
import { passWithValue, setValue } from './verdicts/give-verdict.ts'
import { LineValue } from '#src/ui/grid/line-value.tsx'
import { BooleanSwitch } from '#src/ui/boolean-switch.tsx'
import { isCombined } from '#src/ui/move-by-key.ts'
import classes from './actual-value.module.css'

type Props = {
  /** As recorded. */
  result: TestResult
  /** With the tester's entry, saved or not. */
  shown: TestResult
  row: number
  isEditable: boolean
}

/** Memoized: a move of the cursor renders its row. */
export const ActualValue = memo(function ActualValue({ result, shown, row, isEditable }: Props) {
  useNoteSeen(result)
  const list = useLatestRunList()
  const [isTyping, setTyping] = useState(false)
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  useFieldFocus(row, field)
  const { actualValue: value } = shown
  const { expectedValueType } = result.testCase
  const go = (step: -1 | 0 | 1) => {
    if (step === 0) moveCursor(row, { focus: true })
    else void goToField(list(), row, step)
  }
  const onPass = (typed: string | null | undefined) => {
    if (passWithValue(result, typed) === 'given') go(1)
  }
  const asExpected = isPassedWithoutValue(shown) ? 'as expected' : undefined
  return (
    <>
      {/* Typed text stays when the run ends: it is sent, and the server's refusal is shown. */}
      {!isEditable && !isTyping ? (
        <LineValue value={value} none={asExpected ?? ''} />
      ) : expectedValueType === 'boolean' ? (
        <BooleanValue
          field={field}
          value={value}
          placeholder={asExpected ?? 'not set'}
          onSave={(value) => setValue(result, value, seenAttempts(result))}
          onGo={go}
        />
      ) : (
        <TextValue
          field={field}
          value={value}
          isNumber={expectedValueType === 'number'}
          placeholder={asExpected ?? (expectedValueType === 'number' ? 'Number' : 'Value')}
          seenAttempts={() => seenAttempts(result)}
          onSave={(value, base) => setValue(result, value, base)}
          onPass={onPass}
          onTyping={setTyping}
          onGo={go}
        />
      )}
    </>
  )
})

/** Passed by hand without a value. */
const isPassedWithoutValue = ({ status, actualValue }: TestResult) => status === 'passed' && actualValue === null

type BooleanValueProps = {
  field: RefObject<HTMLInputElement | null>
  value: string | null
  /** Shown without a value. */
  placeholder: string
  onSave: (value: string) => void
  /** Moves the focus to the field above or below, with 0 to the row. */
  onGo: (step: -1 | 0 | 1) => void
}

const STEPS: Record<string, -1 | 0 | 1> = { Enter: 1, ArrowDown: 1, ArrowUp: -1, Escape: 0 }

/** Saves on toggle. The left arrow answers false, the right one true. */
function BooleanValue({ field, value, placeholder, onSave, onGo }: BooleanValueProps) {
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (isCombined(event)) return
    const step = STEPS[key]
    if (step !== undefined) onGo(step)
    else if (key === 'ArrowLeft' || key === 'ArrowRight') onSave(String(key === 'ArrowRight'))
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.toggle}>
      <BooleanSwitch
        ref={field}
        aria-label="Actual Value"
        {...{ [VALUE_FIELD]: '' }}
        value={value}
        onChange={onSave}
        onKeyDown={press}
      />
      <span className={`mono ${classes.text}`} data-none={value === null || undefined}>
        {value ?? placeholder}
      </span>
    </div>
  )
}
