import { useRef, useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { BooleanValue } from './boolean-value.tsx'
import { moveCursor } from '../keys/cursor.ts'
import { LineValue } from './list/result-cells.tsx'
import { useLatestRunList } from './list/run-list.tsx'
import { useNoteSeen } from './store/seen-attempts.ts'
import { TextValue } from './text-value.tsx'
import { goToField, useFieldFocus } from './value-focus.ts'
import { useRecordValue } from './verdicts/record-value.ts'

type Props = {
  /** As recorded. */
  result: TestResult
  /** With the tester's entry, saved or not. */
  shown: TestResult
  row: number
  isEditable: boolean
}

/** The actual value, editable while the run is running. */
export function ActualValue({ result, shown, row, isEditable }: Props) {
  const { save, pass, seenAttempts } = useRecordValue(result)
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
    if (pass(typed) === 'given') go(1)
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
          onSave={(value) => save(value, seenAttempts())}
          onGo={go}
        />
      ) : (
        <TextValue
          field={field}
          value={value}
          isNumber={expectedValueType === 'number'}
          placeholder={asExpected ?? (expectedValueType === 'number' ? 'Number' : 'Value')}
          seenAttempts={seenAttempts}
          onSave={save}
          onPass={onPass}
          onTyping={setTyping}
          onGo={go}
        />
      )}
    </>
  )
}

/** Passed by hand: nothing was recorded, and nothing is made up. */
const isPassedWithoutValue = ({ status, actualValue }: TestResult) => status === 'passed' && actualValue === null
