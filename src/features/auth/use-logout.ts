import { useLocation } from 'wouter'
import { endSession } from '#src/lib/end-session.ts'
import { clearSession } from '#src/lib/session.ts'
import { withToasts } from '#src/lib/toast.ts'
import { trpc } from '#src/lib/trpc.ts'

/** Leaves for the sign-in, after the session has ended. */
export function useLeave() {
  const [, navigate] = useLocation()
  return () => {
    // Navigates first: otherwise the guard of the page would redirect and store the page for the next user.
    navigate('/login')
    clearSession()
  }
}

/** Ends this session. Works without the server. */
export function useLogout(): () => void {
  const leave = useLeave()
  return () => {
    endSession()
    leave()
  }
}

export function useLogoutEverywhere() {
  const onSuccess = useLeave()
  const { mutate, isPending } = trpc.auth.signOutEverywhere.useMutation(
    withToasts({ onSuccess, failure: 'Failed to sign out everywhere' }),
  )
  return { logoutEverywhere: () => mutate(), isBusy: isPending }
}
