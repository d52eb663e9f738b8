import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { TOAST_MS } from '#src/lib/toast.ts'

/** Where questions and toasts appear. Signed-out screens have none, and need not load them. */
export default function Overlays() {
  return (
    <>
      <ModalsProvider>{null}</ModalsProvider>
      <Notifications position="bottom-right" autoClose={TOAST_MS} aria-live="polite" />
    </>
  )
}
