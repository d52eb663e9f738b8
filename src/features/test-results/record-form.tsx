import { Group, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { resultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { currentOf } from '#src/lib/errors.ts'
import { newEntryId } from '#src/lib/outbox/outbox-entry.ts'
import { Form } from '#src/ui/form.tsx'
import { StatusBadge } from '#src/ui/status.tsx'
import { ValueField } from '#src/ui/value-field.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { ownerOfResult } from './result-attachment-scope.tsx'
import { usePastedPictures } from '../attachments/use-pasted-pictures.ts'
import { authorOf, Outcome } from './outcome.tsx'
import { problemOf as problemOfReferences, ReferencesField } from '../test-cases/references-field.tsx'
import { drafts } from './store/drafts.ts'
import { useRecordCase } from './store/run-case.ts'
import { NoteView } from './verdicts/note-view.tsx'

type Props = {
  number: string
  testCase: TestCase
  testRunId: string
  /** The current result; null when the case is not in the run yet. */
  present: TestResult | null
  onClose: () => void
}

/** Records an actual value. The resulting status is shown while typing. */
export function RecordForm({ number, testCase, testRunId, present, onClose }: Props) {
  const { id, name, expectedValueType, expectedValue } = testCase
  const { recordCase, isRecording } = useRecordCase()
  const pictures = usePastedPictures(present && ownerOfResult(present), {
    refusal: 'Pictures can be pasted here after the first result is saved',
  })
  const [theirs, setTheirs] = useState<TestResult | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const isValueNew = (value: string) => value !== (present?.actualValue ?? '')
  const form = useForm({
    initialValues: {
      actualValue: present?.actualValue ?? '',
      notes: present?.notes ?? '',
      defects: present?.defects ?? [],
    },
    validate: {
      actualValue: (value) => (isValueNew(value) ? problemOf(value, expectedValueType) : null),
      defects: problemOfReferences,
    },
  })
  const { actualValue, notes, defects } = form.values
  const changedDefects = form.isDirty('defects') ? { defects } : {}
  const status = isValueNew(actualValue)
    ? resultStatus({ actualValue: actualValue || null, expectedValue, expectedValueType })
    : (present?.status ?? 'pending')
  const save = async () => {
    setFailed(false)
    const baseAttempt = (theirs ?? present)?.attempts ?? 0
    try {
      const saved = await recordCase({
        id,
        testRunId,
        // A note or defects alone leave the verdict as it is.
        ...((isValueNew(actualValue) || (theirs && actualValue !== '')) && { actualValue }),
        notes,
        ...changedDefects,
        baseAttempt,
      })
      drafts.remove(saved.id)
      onClose()
    } catch (error) {
      const current = currentOf(error)
      if (!current) return setFailed(true)
      // Kept as a draft too: if the dialog is closed, the choice is offered in the run.
      drafts.put([
        {
          resultId: current.id,
          testRunId,
          label: `${number} ${name}`,
          value: actualValue,
          ...(notes && { notes }),
          ...changedDefects,
          baseAttempt: current.attempts,
          entryId: newEntryId(),
          state: 'conflict',
        },
      ])
      setTheirs(current)
    }
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      submitLabel={theirs ? null : 'Save Result'}
      isBusy={isRecording}
      isDisabled={!form.isDirty()}
      refusal={hasFailed ? 'Not saved. What you entered is still here: save it again.' : null}
      onCancel={onClose}
    >
      {present && present.attempts > 0 && !theirs && (
        <Outcome outcome={present} author={`So far: ${authorOf(present)}`} />
      )}
      {present?.actualValue != null && !theirs && isValueNew(actualValue) && <Replaced value={present.actualValue} />}
      <ValueField label="Actual Value" type={expectedValueType ?? 'string'} {...form.getInputProps('actualValue')} />
      <Textarea label="Notes" rows={3} placeholder="Optional" {...form.getInputProps('notes')} {...pictures} />
      <NoteView text={notes} />
      <ReferencesField label="Defects" {...form.getInputProps('defects')} />
      {theirs && (
        <ConflictChoice
          key={theirs.attempts}
          theirs={theirs}
          mine={{ actualValue, status, notes: notes || null }}
          takesFocus
          isBusy={isRecording}
          onTakeTheirs={() => {
            drafts.remove(theirs.id)
            onClose()
          }}
          onKeepMine={() => void (form.validate().hasErrors || save())}
        />
      )}
      <Group gap="xs" aria-live="polite">
        <Text c="dimmed" size="sm">
          Result when saved
        </Text>
        {status === 'pending' ? <Text size="sm">–</Text> : <StatusBadge status={status} />}
      </Group>
    </Form>
  )
}

function Replaced({ value }: { value: string }) {
  return (
    <Text size="sm" lineClamp={2} className="breakable">
      Replaces the recorded value <span className="mono">{value}</span>
    </Text>
  )
}

function problemOf(value: string, type: TestCase['expectedValueType']): string | null {
  if (value === '') return 'Actual value is required'
  return type === 'number' && canonicalDecimal(value) === null ? 'Actual value must be a number' : null
}
