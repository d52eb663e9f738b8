import { Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type TestRunOverview, UpdateRun } from '#shared/test-runs/test-run.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/form.tsx'
import { useChangeRun } from '../use-change-run.ts'
import { detailsOf } from './run-details.ts'
import { MoreFields, PlaceFields } from './run-detail-fields.tsx'

type Props = { run: TestRunOverview; isOpen: boolean; onClose: () => void }

const schema = UpdateRun.omit({ testRunId: true })

export default function EditRunDialog({ run, isOpen, onClose }: Props) {
  return (
    <Dialog title="Edit details" size={600} opened={isOpen} onClose={onClose}>
      <EditRunForm run={run} onClose={onClose} />
    </Dialog>
  )
}

/** Starts with the run as it is when the dialog opens. Only changed fields are sent: others may edit the run too. */
function EditRunForm({ run, onClose }: Omit<Props, 'isOpen'>) {
  const { update, isUpdating } = useChangeRun(run)
  const form = useForm({
    initialValues: { description: run.description ?? '', ...detailsOf(run) },
    validate: schemaResolver(schema, { sync: true }),
  })
  const submit = async (values: typeof form.values) => {
    const changed = Object.entries(values).filter(([name]) => form.isDirty(name))
    await update(Object.fromEntries(changed))
    onClose()
  }
  return (
    <Form
      form={form}
      onCancel={onClose}
      onSubmit={submit}
      submitLabel="Save Details"
      isBusy={isUpdating}
      isDisabled={!form.isDirty()}
    >
      <Textarea
        label="Description"
        rows={3}
        placeholder="Optional"
        data-autofocus
        {...form.getInputProps('description')}
      />
      <PlaceFields projectId={run.projectId} form={form} />
      <MoreFields projectId={run.projectId} form={form} />
    </Form>
  )
}
