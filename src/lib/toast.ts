import { messageOf } from './errors.ts'
import { showToast, type ToastAction } from './toast-store.ts'

export { announce, dismissSuccess, say, type ToastAction, withdrawAction } from './toast-store.ts'

/** An act with `action` can be undone from its toast. */
export const toastSuccess = (text: string, options?: { action?: ToastAction }) =>
  showToast('success', text, options?.action)
/** For something that has not succeeded yet, but is not lost. */
export const toastWarning = (text: string) => showToast('warning', text)
export const toastError = (text: string) => showToast('error', text)

type Outcome<Data> = {
  onSuccess?: (data: Data) => unknown
  success?: string
  /** Shown if the server sends no message. */
  failure: string
}

/** Mutation options that toast the outcome. The success toast waits for `onSuccess`, which refreshes the page. */
export function withToasts<Data>({ onSuccess, success, failure }: Outcome<Data>) {
  return {
    onSuccess: async (data: Data) => {
      await onSuccess?.(data)
      if (success !== undefined) toastSuccess(success)
    },
    onError: (error: unknown) => toastError(messageOf(error, failure)),
  }
}
