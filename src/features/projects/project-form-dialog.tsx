import { Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { CreateProject, type ProjectListItem } from '#shared/projects/project.ts'
import { messageOf } from '#src/lib/errors.ts'
import { focusFirstError } from '#src/lib/form.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ErrorBox } from '#src/ui/error-box.tsx'
import { DialogForm } from '#src/ui/form-dialog.tsx'
import { useCreateProject, useUpdateProject } from './use-projects.ts'

export type EditedProject = Pick<ProjectListItem, 'id' | 'name' | 'description'>

type Props = {
  opened: boolean
  onClose: () => void
  /** The project to edit; none to create one. */
  project?: EditedProject | undefined
}

export function ProjectFormDialog({ opened, onClose, project }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={project ? 'Edit Project' : 'Create Project'}>
      <ProjectForm project={project} onClose={onClose} />
    </Dialog>
  )
}

function ProjectForm({ project, onClose }: Pick<Props, 'project' | 'onClose'>) {
  const create = useCreateProject(onClose)
  const update = useUpdateProject(onClose)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: project?.name ?? '', description: project?.description ?? '' },
    validate: schemaResolver(CreateProject, { sync: true }),
  })
  const save = (values: CreateProject) =>
    project ? update.mutate({ id: project.id, ...values }) : create.mutate(values)
  const refusal = project
    ? update.error && messageOf(update.error, 'Failed to update project')
    : create.error && messageOf(create.error, 'Failed to create project')
  return (
    <DialogForm
      onClose={onClose}
      onSubmit={form.onSubmit(save, focusFirstError(form))}
      submitLabel={project ? 'Save Changes' : 'Create Project'}
      isBusy={create.isPending || update.isPending}
    >
      <ErrorBox message={refusal} />
      <TextInput
        label="Project Name"
        required
        data-autofocus
        autoComplete="off"
        dir="auto"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        placeholder="Optional"
        rows={3}
        dir="auto"
        key={form.key('description')}
        {...form.getInputProps('description')}
      />
    </DialogForm>
  )
}
