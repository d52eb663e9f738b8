import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DraftNotices } from './draft-notices.tsx'
import { isUnsent, useDrafts } from './store/drafts.ts'
import { sendDrafts } from './store/send-drafts.ts'

const RETRY_MS = 4_000

/** Sends drafts when the app opens, and retries while any is unsent. The strip says what waits. */
export default function DraftSender() {
  const queryClient = useQueryClient()
  const hasUnsent = useDrafts().some(isUnsent)
  useEffect(() => sendDrafts(queryClient), [queryClient])
  useEffect(() => {
    if (!hasUnsent) return undefined
    const send = () => sendDrafts(queryClient)
    const timer = setInterval(send, RETRY_MS)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [hasUnsent, queryClient])
  return <DraftNotices />
}
