import { TagsInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { distinctTags, tagList, TAG_UNITS_MAX } from '#shared/test-cases/tags.ts'
import { formatCount } from '#src/lib/format.ts'
import { trpc } from '#src/lib/trpc.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { selectedIds, useSelectedCount } from '../../keys/selection.ts'
import { useCaseList } from './case-list.tsx'
import { tagsOf } from './case-pages.ts'
import { useSelectionActs } from './use-selection-acts.ts'

const schema = tagList('tags')

export function TagDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const count = useSelectedCount()
  const { tag } = useSelectionActs()
  const { project } = useCaseList()
  const { data: known = [] } = trpc.testCases.tags.useQuery({ id: project.id }, { enabled: isOpen })
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
        void tag(added, removed)
        onClose()
      }}
      submitLabel="Save Tags"
      isBusy={false}
    >
      <TagsInput
        label="Add tags"
        placeholder="Enter after each"
        data-autofocus
        acceptValueOnBlur
        maxLength={TAG_UNITS_MAX}
        data={known.map(({ tag }) => tag)}
        {...form.getInputProps('added')}
      />
      <TagsInput
        label="Remove tags"
        acceptValueOnBlur
        data={isOpen ? distinctTags(tagsOf(queryClient, selected)) : []}
        {...form.getInputProps('removed')}
      />
    </FormDialog>
  )
}
