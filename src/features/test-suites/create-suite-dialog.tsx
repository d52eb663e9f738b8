import { Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { CreateTestSuite } from '#shared/test-suites/test-suite.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { useTestSuites } from './use-test-suites.ts'

type Props = { projectId: string; isOpen: boolean; onClose: () => void }

const schema = CreateTestSuite.omit({ projectId: true })

export default function CreateSuiteDialog({ projectId, isOpen, onClose }: Props) {
  const { create, isCreating } = useTestSuites(projectId)
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  return (
    <FormDialog
      title="Create Test Suite"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => create(values).then(onClose)}
      submitLabel="Create Suite"
      isBusy={isCreating}
    >
      <TextInput label="Suite Name" required withAsterisk={false} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" rows={3} placeholder="Optional" {...form.getInputProps('description')} />
    </FormDialog>
  )
}
