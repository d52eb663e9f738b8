import { Text, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { StartRun } from '#shared/test-runs/test-run.ts'
import { formatCount } from '#src/lib/format.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { useStartRun } from './use-test-runs.ts'

type Props = {
  projectId: string
  /** The cases of the run, read when it starts. Without them it has all cases of the project. */
  testCaseIds?: () => string[]
  /** How many these are. */
  caseCount?: number
  isOpen: boolean
  onClose: () => void
  onStarted: (runId: string) => void
}

const schema = StartRun.omit({ projectId: true })

export function StartRunDialog({ projectId, testCaseIds, caseCount, isOpen, onClose, onStarted }: Props) {
  const { start, isStarting } = useStartRun(projectId)
  const form = useForm({ initialValues: { description: '' }, validate: schemaResolver(schema, { sync: true }) })
  const submit = async (values: typeof form.values) => {
    const { id } = await start({ ...values, ...(testCaseIds && { testCaseIds: testCaseIds() }) })
    onClose()
    onStarted(id)
  }
  return (
    <FormDialog
      title="Start Test Run"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => void submit(values).catch(() => undefined)}
      submitLabel="Start Test Run"
      isBusy={isStarting}
    >
      {caseCount !== undefined && <Text c="dimmed">{formatCount(caseCount, 'case')}</Text>}
      <Textarea
        label="Description"
        rows={3}
        placeholder="Optional"
        data-autofocus
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
