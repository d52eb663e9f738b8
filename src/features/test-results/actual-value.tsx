import { useState } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { Value } from '#src/ui/value.tsx'
import classes from './actual-value.module.css'
import { BooleanValue } from './boolean-value.tsx'
import { useRefusal } from './refusals.ts'
import { TextValue } from './text-value.tsx'
import { useSeenAttempts } from './use-seen-attempts.ts'
import { useSaveValue } from './use-test-results.ts'

type Props = {
  result: TestResult
  label: string
  /** The value as the tester left it, saved or not. */
  value: string | null
  isEditable: boolean
}

/** What was seen, to be entered in place while the run is running. */
export function ActualValue({ result, label, value, isEditable }: Props) {
  const save = useSaveValue(result, label)
  const seenAttempts = useSeenAttempts(result)
  const refusal = useRefusal(result.id)
  const [hasDraft, setDraft] = useState(false)
  const isBoolean = result.testCase.expectedValueType === 'boolean'
  return (
    <>
      {/* A draft outlives the end of the run: it is sent, and the tester sees that it came too late. */}
      {!isEditable && !hasDraft ? (
        <ReadOnly value={value} />
      ) : isBoolean ? (
        <BooleanValue value={value} seenAttempts={seenAttempts} onSave={save} />
      ) : (
        <TextValue
          value={value}
          isNumber={result.testCase.expectedValueType === 'number'}
          seenAttempts={seenAttempts}
          onSave={save}
          onDraft={setDraft}
        />
      )}
      {refusal && (
        <div className={classes.refusal}>
          Not saved: “{refusal.value ?? ''}”. {refusal.message}
        </div>
      )}
    </>
  )
}

function ReadOnly({ value }: { value: string | null }) {
  return (
    <div className={classes.readOnly}>
      <span className={classes.caption}>Actual</span>
      {value === null ? <span className={classes.none}>none</span> : <Value value={value} />}
    </div>
  )
}
