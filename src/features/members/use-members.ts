import { messageOf } from '#src/lib/errors.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useRefreshProject } from '../projects/use-project.ts'
import { isOneOf } from './use-user-search.ts'

export function useMembers(projectId: string) {
  return trpc.members.list.useQuery({ id: projectId })
}

/** Reads the members again, and the project, which counts them. */
function useRefreshMembers(projectId: string) {
  const utils = trpc.useUtils()
  const refreshProject = useRefreshProject(projectId)
  return async () => {
    await Promise.all([utils.members.list.invalidate({ id: projectId }), refreshProject()])
  }
}

export function useRemoveMember(projectId: string) {
  const refresh = useRefreshMembers(projectId)
  const { mutate } = trpc.members.remove.useMutation({
    onSuccess: async () => {
      await refresh()
      toastSuccess('Member removed successfully')
    },
    onError: (error) => toastError(messageOf(error, 'Failed to remove member')),
  })
  return (userId: string) => mutate({ id: projectId, userId })
}

/** The two ways in: an existing user is added directly, anybody else gets a link. */
export function useInvite(projectId: string) {
  const utils = trpc.useUtils()
  const refresh = useRefreshMembers(projectId)
  const addExisting = trpc.members.addExisting.useMutation({ onSuccess: refresh })
  const createLink = trpc.invites.create.useMutation()
  const failed = addExisting.error ?? createLink.error
  const reset = () => {
    addExisting.reset()
    createLink.reset()
  }
  const invite = async (email: string) => {
    reset()
    // Asked once more: who types fast is ahead of the search.
    const matches = await utils.users.search.fetch({ email }).catch(() => [])
    if (isOneOf(matches, email)) await addExisting.mutateAsync({ id: projectId, email })
    else await createLink.mutateAsync({ projectId, email })
  }
  return {
    invite,
    isBusy: addExisting.isPending || createLink.isPending,
    added: addExisting.data?.message ?? null,
    link: createLink.data ?? null,
    problem: failed ? messageOf(failed, 'Failed to process invite') : null,
    reset,
  }
}
