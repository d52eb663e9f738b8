import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { resultStatus } from '#shared/test-results/result-status.ts'
import { canonicalDecimal } from '#shared/test-cases/expected-value.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { StatusBadge } from '#src/ui/status.tsx'
import { ValueField } from '#src/ui/value-field.tsx'
import { useRecordCase } from './use-test-results.ts'

type Props = { testCase: TestCase; testRunId: string; onClose: () => void }

/** What was seen, and at once whether that is what was expected. */
export function RecordForm({ testCase, testRunId, onClose }: Props) {
  const { expectedValueType, expectedValue } = testCase
  const { record, isRecording } = useRecordCase()
  const form = useForm({
    initialValues: { actualValue: expectedValueType === 'boolean' ? 'true' : '', notes: '' },
    validate: { actualValue: (value) => problemOf(value, expectedValueType) },
  })
  const { actualValue } = form.values
  const status = resultStatus({ actualValue: actualValue === '' ? null : actualValue, expectedValue, expectedValueType })
  const save = async ({ actualValue, notes }: typeof form.values) => {
    await record({ id: testCase.id, testRunId, actualValue, notes })
    onClose()
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save(values).catch(() => undefined), focusFirstError(form))}>
      <Stack gap="sm">
        <ValueField label="Actual Value" type={expectedValueType ?? 'string'} {...form.getInputProps('actualValue')} />
        <Textarea label="Notes" rows={3} placeholder="Optional" {...form.getInputProps('notes')} />
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
            <Button type="submit" loading={isRecording}>
              Save Result
            </Button>
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
