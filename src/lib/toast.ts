import { notifications } from '@mantine/notifications'
import { messageOf } from './errors.ts'

/** How long a toast stays. A hovered toast stays longer. */
export const TOAST_MS = 5_000

export function toastSuccess(text: string): void {
  notifications.show({ message: text, color: 'teal', autoClose: TOAST_MS })
}

export function toastError(text: string): void {
  notifications.show({ message: text, color: 'red', autoClose: TOAST_MS })
}

type Outcome<Data> = {
  onSuccess?: (data: Data) => unknown
  success?: string
  /** Shown when the server gives no message. */
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
