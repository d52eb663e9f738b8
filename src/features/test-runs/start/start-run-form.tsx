import { Alert, Anchor, Box, Button, Group, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectOverview } from '#shared/projects/project.ts'
import { StartRun } from '#shared/test-runs/test-run.ts'
import { messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Form } from '#src/ui/form.tsx'
import { MoreFields, PlaceFields } from '../details/run-detail-fields.tsx'
import { useStartRun } from '../use-test-runs.ts'
import { type Assignment, AssignField, assignedBy } from './assign-field.tsx'
import { CaseChoice } from './case-choice.tsx'
import type { StartRequest } from './start-request.ts'
import { useChosenCases, type ChosenCases } from './use-chosen-cases.ts'
import { formatCount } from '#src/lib/format.ts'
import { pipelineText, type Choice, NO_CHOICE } from './choice.ts'
import classes from './start.module.css'
import { runName } from '#shared/test-runs/run-name.ts'
import { detailsOf, NO_DETAILS, type RunDetails } from '../details/run-details.ts'

type Props = {
  project: ProjectOverview
  request: StartRequest
  onClose: () => void
  onStarted: (runId: string) => void
  onAddCases: () => void
}

const schema = StartRun.omit({ projectId: true, selection: true })

export function StartRunForm({ project, request, onClose, onStarted, onAddCases }: Props) {
  const { start } = useStartRun(project.id)
  const [isStarting, setStarting] = useState(false)
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
    setStarting(true)
    try {
      const selection = await cases.read().catch((error: unknown) => {
        toastError(messageOf(error, 'Failed to create test run'))
        throw error
      })
      const { id } = await start({ ...values, ...assignedBy(assignment), selection })
      onClose()
      onStarted(id)
    } finally {
      setStarting(false)
    }
  }
  return (
    <Form
      form={form}
      onCancel={onClose}
      onSubmit={submit}
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
        onChange={(part) => setChoice((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))}
      />
      <PlaceFields projectId={project.id} form={form} />
      <AssignField projectId={project.id} assignment={assignment} onChange={setAssignment} />
      <Disclosure label="More" isForced={Boolean(form.errors['buildUrl'] ?? form.errors['milestone'])}>
        <MoreFields projectId={project.id} form={form} />
      </Disclosure>
    </Form>
  )
}

/** '48 cases', and how many of them only a pipeline can record, or why there are none. */
function SelectedCount({ count, automated, isCounting, why, isFailed, retry }: ChosenCases) {
  if (isFailed)
    return (
      <Group component="span" display="inline-flex" gap={8} me="auto" fw={600} role="alert">
        <Box component="span" c="var(--mantine-color-error)">
          The cases could not be counted
        </Box>
        <Anchor component="button" type="button" mih={24} onClick={retry}>
          Retry
        </Anchor>
      </Group>
    )
  const pipeline = why === null && count !== undefined ? pipelineText(count, automated ?? 0) : null
  return (
    <span className={classes.cases} aria-live="polite" data-old={isCounting || undefined} aria-busy={isCounting}>
      <Box component="span" display="block" fw={600}>
        {why ?? (count === undefined ? 'Counting…' : formatCount(count, 'case'))}
      </Box>
      {pipeline !== null && (
        <Box component="span" c="dimmed" fz="xs">
          {pipeline}
        </Box>
      )}
    </span>
  )
}

/** The initial texts. A repeated run usually has another commit, and always another build. */
function firstValues({ from }: StartRequest): RunDetails & { description: string } {
  if (!from) return { description: '', ...NO_DETAILS }
  return { description: `Re-run of ${runName(from)}`, ...detailsOf(from), commit: '', buildUrl: '' }
}

function firstChoice({ selection, from }: StartRequest): Choice {
  if (from) return { ...NO_CHOICE, kind: 'failed', run: from }
  const suiteIds = new Set(selection?.testSuiteIds)
  const caseIds = new Set(selection?.testCaseIds)
  if (caseIds.size > 0) return { ...NO_CHOICE, kind: 'picked', caseIds, suiteIds }
  return suiteIds.size > 0 ? { ...NO_CHOICE, kind: 'suites', suiteIds } : NO_CHOICE
}
