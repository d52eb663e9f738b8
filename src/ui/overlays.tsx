import { ModalsProvider, useModals } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { TOAST_MS } from '#src/lib/toast.ts'
import { markOverlaysReady } from './overlays-ready.ts'
import { useInertBackground } from './use-inert-background.ts'

/** The containers of confirmations and toasts. Signed-out screens show neither and do not load them. */
export default function Overlays() {
  useEffect(() => markOverlaysReady(), [])
  return (
    <>
      <ModalsProvider>
        <InertBackground />
      </ModalsProvider>
      <Notifications position="bottom-right" autoClose={TOAST_MS} aria-live="polite" />
    </>
  )
}

function InertBackground() {
  useInertBackground(useModals().modals.length > 0)
  return null
}
