import { useEffect, useEffectEvent, useState } from 'react'
import { useAccessToken } from '../session.ts'
import { LiveStream, type Subscribe } from './live-stream.ts'
import { useStreamSlot } from './stream-slot.ts'

/** A lost connection is shown after this time. */
const INTERRUPTED_MS = 4_000

type Options<M> = {
  /** Identifies the stream; null opens none. */
  key: string | null
  subscribe: Subscribe<M>
  onMessage: (message: M) => void
  onRefused?: (code: string) => void
}

type Live = {
  isLive: boolean
  isInterrupted: boolean
}

/** Keeps a stream open while the component is mounted and its tab has a slot. */
export function useLive<M>({ key, subscribe, onMessage, onRefused }: Options<M>): Live {
  const token = useAccessToken()
  const hasSlot = useStreamSlot(key !== null)
  const [isLive, setLive] = useState(false)
  const handleMessage = useEffectEvent(onMessage)
  const handleRefusal = useEffectEvent((code: string) => onRefused?.(code))
  const open = useEffectEvent(
    () => new LiveStream(subscribe, { onMessage: handleMessage, onOpen: setLive, onRefused: handleRefusal }),
  )
  useEffect(() => {
    if (key === null || token === null || !hasSlot) return undefined
    const stream = open()
    const retry = () => stream.retryNow()
    const reconnect = () => stream.reconnect()
    window.addEventListener('online', reconnect)
    document.addEventListener('visibilitychange', retry)
    return () => {
      stream.close()
      setLive(false)
      window.removeEventListener('online', reconnect)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [key, token, hasSlot])
  return { isLive, isInterrupted: useLasting(key !== null && hasSlot && !isLive, INTERRUPTED_MS) }
}

/** Whether a condition has held for this long. */
function useLasting(holds: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!holds) return undefined
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [holds, ms])
  return isLasting
}
