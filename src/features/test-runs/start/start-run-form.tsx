import { Alert, Button, Group, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { StartRun } from '#shared/test-runs/test-run.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Form } from '#src/ui/form.tsx'
import { MoreFields, PlaceFields } from '../details/run-detail-fields.tsx'
import { useStartRun } from '../use-test-runs.ts'
import { type Assignment, AssignField, assignedBy } from './assign-field.tsx'
import { CaseChoice } from './case-choice.tsx'
import { firstChoice, firstValues } from './first-values.ts'
import { SelectedCount } from './selected-count.tsx'
import type { StartRequest } from './start-request.ts'
import { useChosenCases } from './use-chosen-cases.ts'

type Props = {
  project: ProjectOverview
  request: StartRequest
  onClose: () => void
  onStarted: (runId: string) => void
  onAddCases: () => void
}

const schema = StartRun.omit({ projectId: true, selection: true })

export function StartRunForm({ project, request, onClose, onStarted, onAddCases }: Props) {
  const { start, isStarting } = useStartRun(project.id)
  const [choice, setChoice] = useState(() => firstChoice(request))
  const [assignment, setAssignment] = useState<Assignment>({ kind: 'nobody' })
  const form = useForm({
    initialValues: firstValues(request),
    validate: schemaResolver(schema, { sync: true }),
    // A hidden error in a folded field must not block the form.
    validateInputOnBlur: ['buildUrl', 'milestone'],
  })
  const cases = useChosenCases(project, choice)
  const submit = async (values: typeof form.values) => {
    const { id } = await start({ ...values, ...assignedBy(assignment), selection: await cases.read() })
    onClose()
    onStarted(id)
  }
  return (
    <Form
      form={form}
      onCancel={onClose}
      onSubmit={(values) => void submit(values).catch(() => undefined)}
      submitLabel="Start Test Run"
      isBusy={isStarting}
      isDisabled={cases.why !== null}
      aside={<SelectedCount {...cases} />}
    >
      {project.testCaseCount === 0 && (
        <Alert color="gray" icon={<IconListDetails size={16} aria-hidden />} title="This project has no test cases yet">
          <Group gap="sm">
            A run of it would be empty.
            <Button size="compact-sm" variant="default" onClick={onAddCases}>
              Add test cases
            </Button>
          </Group>
        </Alert>
      )}
      <Textarea
        label="Description"
        rows={3}
        placeholder="Optional"
        data-autofocus
        {...form.getInputProps('description')}
      />
      <CaseChoice
        project={project}
        choice={cases.choice}
        onChange={(part) => setChoice((before) => ({ ...before, ...part }))}
      />
      <PlaceFields projectId={project.id} form={form} />
      <AssignField projectId={project.id} assignment={assignment} onChange={setAssignment} />
      <Disclosure label="More" isForced={Boolean(form.errors['buildUrl'] ?? form.errors['milestone'])}>
        <MoreFields projectId={project.id} form={form} />
      </Disclosure>
    </Form>
  )
}
