import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { ask } from '#src/ui/confirm.tsx'

export function useProjects() {
  return trpc.projects.list.useQuery({})
}

export function useSaveProject(id: string | undefined, onSaved: () => void) {
  const { projects } = trpc.useUtils()
  const onSuccess = async () => {
    await projects.invalidate()
    onSaved()
  }
  const create = trpc.projects.create.useMutation({ onSuccess })
  const update = trpc.projects.update.useMutation({ onSuccess, onError: () => projects.invalidate() })
  const { error, isPending } = id === undefined ? create : update
  return {
    save: (project: { name: string; description: string; issueUrl: string }) =>
      id === undefined ? create.mutate(project) : update.mutate({ id, ...project }),
    isSaving: isPending,
    refusal: error && messageOf(error, id === undefined ? 'Failed to create project' : 'Failed to update project'),
  }
}

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
