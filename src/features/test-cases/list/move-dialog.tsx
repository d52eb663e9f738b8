import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { formatCount } from '#src/lib/format.ts'
import { useSelectedCount } from '../../keys/selection.ts'
import { useCaseList } from './case-list.tsx'
import { useSelectionActs } from './use-selection-acts.ts'

const PLACES = [
  { value: 'end', label: 'At the end' },
  { value: 'top', label: 'At the top' },
]

export function MoveDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { allSuites } = useCaseList()
  const count = useSelectedCount()
  const { move } = useSelectionActs()
  // With several suites, a default would be a guess.
  const only = allSuites.length === 1 ? allSuites[0] : undefined
  const form = useForm({
    initialValues: { suiteId: only?.id ?? '', place: 'end' },
    validate: { suiteId: (suiteId) => (suiteId === '' ? 'Choose a test suite' : null) },
  })
  return (
    <FormDialog
      title={`Move ${formatCount(count, 'case')}`}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={({ suiteId, place }) => {
        void move(suiteId, place === 'top')
        onClose()
      }}
      submitLabel="Move"
      isBusy={false}
    >
      <NativeSelect
        label="Test suite"
        data-autofocus
        data={[
          ...(only ? [] : [{ value: '', label: 'Choose a test suite', disabled: true }]),
          ...allSuites.map(({ id, number, name }) => ({ value: id, label: `${number} ${name}` })),
        ]}
        {...form.getInputProps('suiteId')}
      />
      <NativeSelect label="Position" data={PLACES} {...form.getInputProps('place')} />
    </FormDialog>
  )
}
