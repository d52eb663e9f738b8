import { useState } from 'react'
import type { ProjectListItem } from '#shared/projects/project.ts'
import { codeOf, messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'

export function useProjects() {
  return trpc.projects.list.useQuery({})
}

export type EditedProject = Pick<ProjectListItem, 'id' | 'name' | 'description' | 'issueUrl'>

type ProjectTexts = { name: string; description: string; issueUrl: string }

export const textsOf = (project?: EditedProject): ProjectTexts => ({
  name: project?.name ?? '',
  description: project?.description ?? '',
  issueUrl: project?.issueUrl ?? '',
})

type Saved = {
  onSaved: () => void
  /** Called with the fields of a refused save that somebody else has changed, as they are now. */
  onOutdated: (theirs: Partial<ProjectTexts>) => void
}

/** Creates a project, or saves what differs from `opened`. */
export function useSaveProject(opened: EditedProject | undefined, { onSaved, onOutdated }: Saved) {
  const { projects } = trpc.useUtils()
  const [base, setBase] = useState(textsOf(opened))
  const onSuccess = async () => {
    await projects.invalidate()
    onSaved()
  }
  const create = trpc.projects.create.useMutation({ onSuccess })
  const update = trpc.projects.update.useMutation({
    onSuccess,
    onError: async (error, { id, ...changes }) => {
      await projects.invalidate()
      if (codeOf(error) !== 'CONFLICT') return
      const theirs = textsOf(await projects.overview.fetch({ id }))
      const outdated = pick(theirs, (field) => field in changes && theirs[field] !== base[field])
      setBase({ ...base, ...outdated })
      onOutdated(outdated)
    },
  })
  const { error, isPending } = opened === undefined ? create : update
  const save = (texts: ProjectTexts) => {
    if (opened === undefined) return create.mutate(texts)
    const isChanged = (field: keyof ProjectTexts) => texts[field] !== base[field]
    update.mutate({ id: opened.id, ...pick(texts, isChanged), base: pick(base, isChanged) })
  }
  const failure = opened === undefined ? 'Failed to create project' : 'Failed to update project'
  return { save, isSaving: isPending, refusal: error && messageOf(error, failure) }
}

const pick = (texts: ProjectTexts, isWanted: (field: keyof ProjectTexts) => boolean): Partial<ProjectTexts> =>
  Object.fromEntries(Object.entries(texts).filter(([field]) => isWanted(field as keyof ProjectTexts)))

export function useDeleteProject(onDeleted?: () => void) {
  const { projects } = trpc.useUtils()
  const onSuccess = async () => {
    onDeleted?.()
    await projects.list.invalidate()
  }
  const { mutate, isPending } = trpc.projects.delete.useMutation({
    ...withToasts({ onSuccess, failure: 'Failed to delete project' }),
    // It may have been deleted in another window meanwhile.
    onSettled: (_, error) => void (error && projects.invalidate()),
  })
  const text = 'Are you sure you want to delete this project? This action cannot be undone.'
  const askToDelete = (id: string) => ask({ title: 'Delete Project', text, action: 'Delete' }, () => mutate({ id }))
  return { askToDelete, isPending }
}
