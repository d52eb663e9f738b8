import { notifications } from '@mantine/notifications'

/** How long a toast stays, unless it is pointed at. */
export const TOAST_MS = 5_000

export function toastSuccess(text: string): void {
  notifications.show({ message: text, color: 'teal', autoClose: TOAST_MS })
}

export function toastError(text: string): void {
  notifications.show({ message: text, color: 'red', autoClose: TOAST_MS })
}
