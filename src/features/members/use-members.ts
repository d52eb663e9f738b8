import { useState } from 'react'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'
import { useRefreshProject } from '../projects/use-project.ts'
import { hasEmail } from './use-user-search.ts'

export function useMembers(projectId: string) {
  return trpc.members.list.useQuery({ id: projectId })
}

function useRefreshMembers(projectId: string) {
  const { members } = trpc.useUtils()
  const refreshProject = useRefreshProject(projectId)
  return () => Promise.all([members.list.invalidate({ id: projectId }), refreshProject()])
}

export function useRemoveMember(projectId: string) {
  const onSuccess = useRefreshMembers(projectId)
  const { mutate } = trpc.members.remove.useMutation(
    withToasts({ onSuccess, success: 'Member removed successfully', failure: 'Failed to remove member' }),
  )
  return (userId: string) => mutate({ id: projectId, userId })
}

/** Adds an existing user to the project; for an unknown email, creates an invite link. */
export function useInvite(projectId: string) {
  const utils = trpc.useUtils()
  const refresh = useRefreshMembers(projectId)
  const addExisting = trpc.members.addExisting.useMutation({ onSuccess: refresh })
  const createLink = trpc.invites.create.useMutation({
    onSuccess: () => utils.invites.list.invalidate({ id: projectId }),
  })
  const [isBusy, setBusy] = useState(false)
  const failed = addExisting.error ?? createLink.error
  const reset = () => {
    addExisting.reset()
    createLink.reset()
  }
  const invite = async (email: string) => {
    reset()
    setBusy(true)
    try {
      // Searches again: a fast typist submits before the debounced search ran.
      const matches = await utils.users.search.fetch({ email }).catch(() => [])
      if (hasEmail(matches, email)) await addExisting.mutateAsync({ id: projectId, email })
      else await createLink.mutateAsync({ projectId, email })
    } finally {
      setBusy(false)
    }
  }
  return {
    invite,
    isBusy,
    added: addExisting.data?.message ?? null,
    link: createLink.data ?? null,
    problem: failed ? messageOf(failed, 'Failed to process invite') : null,
    reset,
  }
}
