import { useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ValueCell } from '#src/ui/case-cells.tsx'
import classes from './actual-value.module.css'
import { BooleanValue } from './boolean-value.tsx'
import type { Draft } from './store/drafts.ts'
import { useNoteSeen } from './store/seen-attempts.ts'
import { TextValue } from './text-value.tsx'
import { useRecordValue } from './verdicts/record-value.ts'

type Props = {
  result: TestResult
  /** The value that the tester entered last, saved or not. */
  value: string | null
  refused: Draft | undefined
  isEditable: boolean
}

/** The actual value, editable while the run is running. */
export function ActualValue({ result, value, refused, isEditable }: Props) {
  const { save, seenAttempts } = useRecordValue(result)
  useNoteSeen(result)
  const [isTyping, setTyping] = useState(false)
  const isBoolean = result.testCase.expectedValueType === 'boolean'
  return (
    <>
      {/* Typed text stays when the run ends: it is sent, and the server's refusal is shown. */}
      {!isEditable && !isTyping ? (
        <ValueCell caption="Actual" value={value} />
      ) : isBoolean ? (
        <BooleanValue value={value} seenAttempts={seenAttempts} onSave={save} />
      ) : (
        <TextValue
          value={value}
          isNumber={result.testCase.expectedValueType === 'number'}
          seenAttempts={seenAttempts}
          onSave={save}
          onTyping={setTyping}
        />
      )}
      {refused && (
        <div className={classes.refusal}>
          Not saved: “{refused.value ?? ''}”. {refused.refusal}
        </div>
      )}
    </>
  )
}
