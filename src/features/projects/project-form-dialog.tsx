import { Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { CreateProject } from '#shared/projects/project.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form } from '#src/ui/form.tsx'
import { type EditedProject, textsOf, useSaveProject } from './use-projects.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  project?: EditedProject | undefined
}

export default function ProjectFormDialog({ isOpen, onClose, project }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={project ? 'Edit Project' : 'Create Project'}>
      <ProjectForm project={project} onClose={onClose} />
    </Dialog>
  )
}

function ProjectForm({ project, onClose }: Pick<Props, 'project' | 'onClose'>) {
  const form = useForm({
    initialValues: textsOf(project),
    validate: schemaResolver(CreateProject, { sync: true }),
  })
  const { save, isSaving, refusal } = useSaveProject(project, {
    onSaved: onClose,
    onOutdated: (theirs) => {
      for (const [field, text] of Object.entries(theirs))
        form.setFieldError(field, `Somebody has changed it to “${text}”. Save Changes replaces that`)
    },
  })
  return (
    <Form
      form={form}
      onSubmit={save}
      onCancel={onClose}
      submitLabel={project ? 'Save Changes' : 'Create Project'}
      isBusy={isSaving}
      refusal={refusal}
    >
      <TextInput
        label="Project Name"
        required
        data-autofocus
        autoComplete="off"
        dir="auto"
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" placeholder="Optional" rows={3} dir="auto" {...form.getInputProps('description')} />
      {project && (
        <TextInput
          label="Issue Address"
          description="{key} stands for the key of a reference, such as PAY-123"
          placeholder="https://tracker.example.com/browse/{key}"
          autoComplete="off"
          {...form.getInputProps('issueUrl')}
        />
      )}
    </Form>
  )
}
