import { messageOf } from '#src/lib/errors.ts'
import { toastError } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { confirm } from '#src/ui/confirm.tsx'

/** My projects, newest first. */
export function useProjects() {
  return trpc.projects.list.useQuery({})
}

/** Creates a project, and the list shows it. */
export function useCreateProject(onSuccess: () => void) {
  const { projects } = trpc.useUtils()
  return trpc.projects.create.useMutation({
    onSuccess: async () => {
      await projects.list.invalidate()
      onSuccess()
    },
  })
}

/** Changes a project; the list and the project's own page show it. */
export function useUpdateProject(onSuccess: () => void) {
  const { projects } = trpc.useUtils()
  return trpc.projects.update.useMutation({
    onSuccess: async () => {
      await projects.invalidate()
      onSuccess()
    },
  })
}

/** Asks, and deletes the project when the answer is yes. */
export function useDeleteProject(onSuccess?: () => void) {
  const { projects } = trpc.useUtils()
  const { mutate, isPending } = trpc.projects.delete.useMutation({
    onSuccess: async () => {
      onSuccess?.()
      await projects.list.invalidate()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete project')),
  })
  const ask = async (id: string) => {
    const isSure = await confirm({
      title: 'Delete Project',
      text: 'Are you sure you want to delete this project? This action cannot be undone.',
      action: 'Delete',
    })
    if (isSure) mutate({ id })
  }
  return { ask, isPending }
}
