import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendUnsaved } from './send-unsaved.ts'
import { useUnsaved } from './unsaved.ts'

const RETRY_MS = 4_000

/** Sends what is kept in the browser as soon as the server answers again, and what an earlier visit left behind. */
export function useUnsavedSender(): void {
  const queryClient = useQueryClient()
  const isAny = useUnsaved().some(({ isConflict }) => !isConflict)
  useEffect(() => void sendUnsaved(queryClient), [queryClient])
  useEffect(() => {
    const retry = () => void sendUnsaved(queryClient)
    if (!isAny) return undefined
    const timer = setInterval(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [isAny, queryClient])
}
