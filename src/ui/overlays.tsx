import { ModalsProvider, useModals } from '@mantine/modals'
import { useEffect } from 'react'
import { useTopDialog } from './dialog-stack.ts'
import { markOverlaysReady } from './overlays-ready.ts'
import { StatusStrip } from './status-strip.tsx'
import { useInertBackground } from './use-inert-background.ts'

/** The containers of confirmations and toasts. Signed-out screens show neither and do not load them. */
export default function Overlays() {
  useEffect(() => markOverlaysReady(), [])
  return (
    <>
      <ModalsProvider>
        <InertBackground />
      </ModalsProvider>
      <StatusStrip />
    </>
  )
}

function InertBackground() {
  const isOpen = useModals().modals.length > 0
  useInertBackground(isOpen)
  useTopDialog(isOpen, null)
  return null
}
