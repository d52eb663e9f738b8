import { Input, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { TestCase, ValueType } from '#shared/test-cases/test-case.ts'
import { VALUE_TYPES } from '#shared/test-cases/case-enums.ts'
import { MarkdownField } from '#src/ui/markdown-field.tsx'
import { ValueField } from '#src/ui/value-field.tsx'
import { CaseTagsField } from './case-tags-field.tsx'
import { PriorityField } from './priority-field.tsx'
import { ReferencesField } from './references-field.tsx'
import { Attachments } from '../attachments/attachments.tsx'
import { CaseAttachmentScope } from '../attachments/case-attachments.tsx'
import { ownerOfCase } from '../attachments/owner.ts'
import { usePastedPictures } from '../attachments/use-pasted-pictures.ts'
import { filledSteps } from './step-problems.ts'
import { StepsEditor } from './steps-editor.tsx'
import type { CaseForm } from './use-case-form.ts'

const LABELS: Record<ValueType, string> = { string: 'String', number: 'Number', boolean: 'Boolean' }

type Props = {
  projectId: string
  form: CaseForm
  /** The case being edited: pictures pasted into its texts are attached to it. */
  testCase: TestCase | undefined
}

/** The inputs of the case form. Only an existing case accepts files. */
export function CaseFields(props: Props) {
  const { testCase } = props
  if (!testCase) return <Fields {...props} />
  return (
    <CaseAttachmentScope testCase={testCase} canWrite>
      <Fields {...props} />
      <Input.Wrapper label="Attachments" labelElement="div">
        <Attachments />
      </Input.Wrapper>
    </CaseAttachmentScope>
  )
}

function Fields({ projectId, form, testCase }: Props) {
  const { expectedValueType, steps } = form.values
  const pictures = usePastedPictures(testCase ? ownerOfCase(testCase.id) : null)
  const chooseType = (type: ValueType) =>
    form.setValues({ expectedValueType: type, expectedValue: type === 'boolean' ? 'true' : '' })
  return (
    <>
      <TextInput label="Test Case Name" required withAsterisk={false} data-autofocus {...form.getInputProps('name')} />
      <MarkdownField label="Preconditions" {...pictures} {...form.getInputProps('preconditions')} />
      <MarkdownField label="Description" {...pictures} {...form.getInputProps('description')} />
      <Input.Wrapper label="Steps" labelElement="div">
        <StepsEditor form={form} {...pictures} />
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
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
        <PriorityField label="Priority" {...form.getInputProps('priority')} />
        <CaseTagsField projectId={projectId} label="Tags" {...form.getInputProps('tags')} />
      </SimpleGrid>
      <ReferencesField label="References" {...form.getInputProps('references')} />
      <TextInput
        label="Automation key"
        description="What your automated tests call this case, so that their results find it"
        placeholder="Optional"
        classNames={{ input: 'mono' }}
        {...form.getInputProps('automationKey')}
      />
    </>
  )
}
