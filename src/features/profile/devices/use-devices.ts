import type { Session } from '#shared/auth/session.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

const FAILED = 'Failed to sign out'

/** Ends open sessions of the signed-in user. */
export function useEndDevices() {
  const { sessions } = trpc.useUtils()
  const onSettled = () => sessions.invalidate()
  const end = trpc.sessions.end.useMutation({ ...withToasts({ success: 'Signed out', failure: FAILED }), onSettled })
  const endOthers = trpc.sessions.endOthers.useMutation({
    ...withToasts({ success: 'Signed out everywhere else', failure: FAILED }),
    onSettled,
  })
  return {
    end: ({ id }: Session) => end.mutate({ id }),
    endOthers: () => endOthers.mutate(),
    isEnding: endOthers.isPending,
  }
}
