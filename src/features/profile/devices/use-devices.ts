import type { Session } from '#shared/auth/session.ts'
import { messageOf } from '#src/lib/errors.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

const CANNOT_READ = 'Your devices could not be read'
const FAILED = 'Failed to sign out'

/** The open sessions of the signed-in user, and how to end them. */
export function useDevices() {
  const { sessions } = trpc.useUtils()
  const onSettled = () => sessions.invalidate()
  const { data, error, refetch } = trpc.sessions.list.useQuery({}, { staleTime: 0 })
  const end = trpc.sessions.end.useMutation({ ...withToasts({ success: 'Signed out', failure: FAILED }), onSettled })
  const endOthers = trpc.sessions.endOthers.useMutation({
    ...withToasts({ success: 'Signed out everywhere else', failure: FAILED }),
    onSettled,
  })
  return {
    devices: data,
    error: error && !data ? messageOf(error, CANNOT_READ) : null,
    retry: () => void refetch(),
    end: ({ id }: Session) => end.mutate({ id }),
    endOthers: () => endOthers.mutate(),
    isEnding: endOthers.isPending,
  }
}
