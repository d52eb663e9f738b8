import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { distinctTags, tagList } from '#shared/test-cases/tags.ts'
import { formatCount } from '#src/lib/format.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { selectedIds, useSelectedCount } from '../../keys/selection.ts'
import { CaseTagsField } from '../case-tags-field.tsx'
import { useCaseList, useLatestCaseList } from './case-list.tsx'
import { tagsOf } from './case-pages.ts'
import { moveSelected, tagSelected } from './selection-acts.ts'

export type SelectionDialog = 'move' | 'tag'

type Props = { isOpen: boolean; kind: SelectionDialog; onClose: () => void }

export default function SelectionDialogs({ isOpen, kind, onClose }: Props) {
  return (
    <>
      <MoveDialog isOpen={isOpen && kind === 'move'} onClose={onClose} />
      <TagDialog isOpen={isOpen && kind === 'tag'} onClose={onClose} />
    </>
  )
}

const PLACES = [
  { value: 'end', label: 'At the end' },
  { value: 'top', label: 'At the top' },
]

function MoveDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { allSuites } = useCaseList()
  const count = useSelectedCount()
  const list = useLatestCaseList()
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
        void moveSelected(list, suiteId, place === 'top')
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

const schema = tagList('tags')

function TagDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const count = useSelectedCount()
  const list = useLatestCaseList()
  const { project } = useCaseList()
  const form = useForm<{ added: string[]; removed: string[] }>({
    initialValues: { added: [], removed: [] },
    validate: {
      added: (added, { removed }) =>
        added.length + removed.length === 0
          ? 'Name a tag to add or to remove'
          : (schema.safeParse(added).error?.issues[0]?.message ?? null),
    },
  })
  const selected = new Set(selectedIds())
  return (
    <FormDialog
      title={`Tag ${formatCount(count, 'case')}`}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={({ added, removed }) => {
        void tagSelected(list, added, removed)
        onClose()
      }}
      submitLabel="Save Tags"
      isBusy={false}
    >
      <CaseTagsField projectId={project.id} label="Add tags" data-autofocus {...form.getInputProps('added')} />
      <CaseTagsField
        projectId={project.id}
        label="Remove tags"
        known={isOpen ? distinctTags(tagsOf(selected)) : []}
        {...form.getInputProps('removed')}
      />
    </FormDialog>
  )
}
