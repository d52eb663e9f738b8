import { ModalsProvider, useModals } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { TOAST_MS } from '#src/lib/toast.ts'
import { useInertBackground } from './use-inert-background.ts'

/** Where questions and toasts appear. Signed-out screens have none, and need not load them. */
export default function Overlays() {
  return (
    <>
      <ModalsProvider>
        <BehindQuestions />
      </ModalsProvider>
      <Notifications position="bottom-right" autoClose={TOAST_MS} aria-live="polite" />
    </>
  )
}

function BehindQuestions() {
  useInertBackground(useModals().modals.length > 0)
  return null
}
