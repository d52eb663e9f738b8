import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { resultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { currentOf } from '#src/lib/errors.ts'
import { focusFirstError } from '#src/ui/form.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { ValueField } from '#src/ui/value-field.tsx'
import { authorOf, ConflictChoice, Entry } from './conflict-choice.tsx'
import { putDraft, removeDraft } from './store/drafts.ts'
import { useRecordCase } from './store/run-case.ts'

type Props = {
  number: string
  testCase: TestCase
  testRunId: string
  /** What the run shows of the case so far; null when the case is not in it yet. */
  present: TestResult | null
  onClose: () => void
}

/** What was seen, and at once whether that is what was expected. */
export function RecordForm({ number, testCase, testRunId, present, onClose }: Props) {
  const { expectedValueType, expectedValue } = testCase
  const { recordCase, isRecording } = useRecordCase()
  const [theirs, setTheirs] = useState<TestResult | null>(null)
  const form = useForm({
    initialValues: { actualValue: expectedValueType === 'boolean' ? 'true' : '', notes: '' },
    validate: { actualValue: (value) => problemOf(value, expectedValueType) },
  })
  const { actualValue, notes } = form.values
  const status = resultStatus({
    actualValue: actualValue === '' ? null : actualValue,
    expectedValue,
    expectedValueType,
  })
  const save = async ({ actualValue, notes }: typeof form.values, base: TestResult | null) => {
    try {
      const { id: resultId } = await recordCase({
        id: testCase.id,
        testRunId,
        actualValue,
        notes,
        baseAttempt: base?.attempts ?? 0,
      })
      removeDraft(resultId)
      onClose()
    } catch (error) {
      const current = currentOf(error)
      if (!current) return
      // Kept like a value of the run, where the choice waits too when the dialog is closed before.
      const label = `${number} ${testCase.name}`
      putDraft({
        resultId: current.id,
        testRunId,
        label,
        value: actualValue,
        ...(notes && { notes }),
        baseAttempt: current.attempts,
        state: 'conflict',
      })
      setTheirs(current)
    }
  }
  const keepTheirs = ({ id }: TestResult) => {
    removeDraft(id)
    onClose()
  }
  const submit = form.onSubmit((values) => void save(values, theirs ?? present), focusFirstError(form))
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {present && present.attempts > 0 && !theirs && <Entry outcome={present}>So far: {authorOf(present)}</Entry>}
        <ValueField label="Actual Value" type={expectedValueType ?? 'string'} {...form.getInputProps('actualValue')} />
        <Textarea label="Notes" rows={3} placeholder="Optional" {...form.getInputProps('notes')} />
        {theirs && (
          <ConflictChoice
            key={theirs.attempts}
            theirs={theirs}
            mine={{ actualValue, status, notes: notes || null }}
            takesFocus
            isBusy={isRecording}
            onKeepTheirs={() => keepTheirs(theirs)}
            onUseMine={() => submit()}
          />
        )}
        <Group justify="space-between" mt="xs">
          <Group gap="xs" aria-live="polite">
            <Text c="dimmed" size="sm">
              Result
            </Text>
            <StatusBadge status={status} />
          </Group>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {!theirs && (
              <Button type="submit" loading={isRecording}>
                Save Result
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function problemOf(value: string, type: TestCase['expectedValueType']): string | null {
  if (value === '') return 'Actual value is required'
  return type === 'number' && canonicalDecimal(value) === null ? 'Actual value must be a number' : null
}
