import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

export function usePendingInvites(projectId: string) {
  return trpc.invites.list.useQuery({ id: projectId })
}

export function useRevokeInvite(projectId: string) {
  const { invites } = trpc.useUtils()
  const { mutate } = trpc.invites.revoke.useMutation({
    ...withToasts({ success: 'Invite revoked', failure: 'Failed to revoke invite' }),
    // Also after a failure: the invite may have been accepted meanwhile.
    onSettled: () => invites.list.invalidate({ id: projectId }),
  })
  return (inviteId: string) => mutate({ id: projectId, inviteId })
}
