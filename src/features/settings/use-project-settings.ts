import { useLocation } from 'wouter'
import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

export function useRegenerateSecret(projectId: string) {
  const utils = trpc.useUtils()
  const { mutate, isPending } = trpc.projects.regenerateSecret.useMutation({
    onSuccess: ({ clientSecret }) => {
      utils.projects.overview.setData({ id: projectId }, (project) => project && { ...project, clientSecret })
      toastSuccess('Client secret regenerated successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to regenerate secret')),
  })
  return { regenerate: () => mutate({ id: projectId }), isRegenerating: isPending }
}

export function useDeleteProject(projectId: string) {
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const { mutate, isPending } = trpc.projects.delete.useMutation({
    onSuccess: async () => {
      navigate('/projects')
      await utils.projects.list.invalidate()
    },
    onError: (error) => toastError(messageOf(error, 'Failed to delete project')),
  })
  return { remove: () => mutate({ id: projectId }), isRemoving: isPending }
}
