import { Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useMemo } from 'react'
import { expectationProblem } from '#shared/test-cases/expected-value.ts'
import {
  type CaseStep,
  CreateTestCase,
  EDITABLE_TEXT_FIELDS,
  type TestCase,
  VALUE_TYPES,
  type ValueType,
} from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { codeOf } from '#src/lib/errors.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { ValueField } from '#src/ui/value-field.tsx'
import { writeDraft } from './case-drafts.ts'
import { DraftOffer } from './draft-offer.tsx'
import { filledSteps, ofShownSteps } from './step-problems.ts'
import { StepsEditor } from './steps-editor.tsx'
import { useTestCases } from './use-test-cases.ts'

type Props = {
  projectId: string
  suite: TestSuiteListItem | undefined
  /** The case to edit. Without one the dialog creates a case in the suite. */
  testCase: TestCase | undefined
  isOpen: boolean
  onClose: () => void
  onCreated: (testSuiteId: string) => void
}

/** Inputs hold text. The value type of a manual case is always set. */
type Texts = Record<(typeof EDITABLE_TEXT_FIELDS)[number], string> & { expectedValueType: ValueType }
type Values = Texts & { steps: CaseStep[] }

const valuesOf = (testCase?: TestCase): Values => ({
  ...(Object.fromEntries(EDITABLE_TEXT_FIELDS.map((field) => [field, testCase?.[field] ?? ''])) as Texts),
  expectedValueType: testCase?.expectedValueType ?? 'string',
  steps: testCase?.steps ?? [],
})
const LABELS: Record<ValueType, string> = { string: 'String', number: 'Number', boolean: 'Boolean' }
const sentValues = (values: Values): Values => ({ ...values, steps: filledSteps(values.steps) })
const textProblems = schemaResolver(CreateTestCase.omit({ testSuiteId: true }), { sync: true })

export function CaseDialog({ projectId, suite, testCase, isOpen, onClose, onCreated }: Props) {
  const { create, update, isSaving } = useTestCases(projectId)
  const form = useForm<Values>({
    initialValues: valuesOf(),
    validate: (values) => {
      const sent = sentValues(values)
      const problem = expectationProblem({ type: 'manual', ...sent, expectedValue: sent.expectedValue || null })
      return {
        ...(problem && { [problem.field]: problem.message }),
        ...ofShownSteps(values.steps, textProblems(sent)),
      }
    },
  })
  const { setValues } = form
  const initial = useMemo(() => valuesOf(testCase), [testCase])
  useEffect(() => {
    if (isOpen && testCase) setValues(initial)
  }, [isOpen, testCase, initial, setValues])
  const draftKey = testCase ? `edit:${testCase.id}` : `new:${suite?.id ?? ''}`

  const save = async (given: Values) => {
    const values = sentValues(given)
    if (testCase) await update({ id: testCase.id, ...values })
    else if (suite) {
      await create({ testSuiteId: suite.id, type: 'manual', ...values })
      onCreated(suite.id)
    }
    writeDraft(draftKey, null)
    onClose()
  }
  const showKeyConflict = (error: unknown) => {
    if (codeOf(error) !== 'CONFLICT' || form.getValues().automationKey === '') return
    form.setFieldError('automationKey', (error as Error).message)
    form.getInputNode('automationKey')?.focus()
  }
  const { expectedValueType, steps } = form.values
  const chooseType = (type: ValueType) =>
    form.setValues({ expectedValueType: type, expectedValue: type === 'boolean' ? 'true' : '' })
  const title = testCase ? 'Edit Test Case' : 'Create Test Case'
  return (
    <FormDialog
      title={title}
      size={640}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={(values) => void save(values).catch(showKeyConflict)}
      submitLabel={testCase ? 'Save Changes' : 'Create Test Case'}
      isBusy={isSaving}
    >
      <DraftOffer key={draftKey} {...{ form, draftKey, initial, isOpen }} />
      <TextInput label="Test Case Name" required withAsterisk={false} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Preconditions" rows={3} placeholder="Optional" {...form.getInputProps('preconditions')} />
      <Textarea label="Description" rows={3} placeholder="Optional" {...form.getInputProps('description')} />
      <Input.Wrapper label="Steps" labelElement="div">
        <StepsEditor form={form} />
      </Input.Wrapper>
      <NativeSelect
        label="Expected Value Type"
        data={VALUE_TYPES.map((value) => ({ value, label: LABELS[value] }))}
        value={expectedValueType}
        onChange={(event) => chooseType(event.currentTarget.value as ValueType)}
        error={form.errors['expectedValueType']}
      />
      <ValueField
        label="Expected Value"
        type={expectedValueType}
        isRequired={filledSteps(steps).length === 0}
        {...form.getInputProps('expectedValue')}
      />
      <TextInput
        label="Automation key"
        description="What your automated tests call this case, so that their results find it"
        placeholder="Optional"
        classNames={{ input: 'mono' }}
        {...form.getInputProps('automationKey')}
      />
    </FormDialog>
  )
}
