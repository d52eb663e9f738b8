import { isTRPCClientError } from '@trpc/client'
import { messageOf } from './errors.ts'
import { toastError } from './toast.ts'

/** Shows the failure of a call that nothing else handles, as of a read that an act needs: the act would seem dead. */
export function tellUntoldFailures(): void {
  window.addEventListener('unhandledrejection', (event) => {
    if (!isTRPCClientError(event.reason)) return
    event.preventDefault()
    toastError(messageOf(event.reason, 'Failed to fetch project data'))
  })
}
