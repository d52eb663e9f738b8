import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { accessToken, onSessionChange } from '../session.ts'
import { useLivePlace } from './live-place.ts'
import { LiveStream, type Watch } from './live-stream.ts'

/** How long a connection may be away before people are told. */
const PATIENCE_MS = 4_000

type Watched<M> = {
  /** What is watched; null for nothing. */
  key: string | null
  watch: Watch<M>
  onMessage: (message: M) => void
  onRefused: (code: string) => void
}

type Live = {
  /** Whether what happens is told as it happens. */
  isLive: boolean
  /** Whether the connection has been away for so long that it is worth a word. */
  isInterrupted: boolean
}

/** Watches for as long as the screen is there; misses nothing in between. */
export function useLive<M>({ key, watch, onMessage, onRefused }: Watched<M>): Live {
  const token = useSyncExternalStore(onSessionChange, accessToken)
  const hasPlace = useLivePlace(key !== null)
  const [isLive, setLive] = useState(false)
  const seen = useRef<{ key: string; id: string } | null>(null)
  const take = useEffectEvent(onMessage)
  const refuse = useEffectEvent(onRefused)
  const begin = useEffectEvent((key: string) => {
    const takeUp = seen.current?.key === key ? seen.current.id : null
    return new LiveStream(watch, takeUp, {
      onMessage: (message, id) => {
        seen.current = { key, id }
        take(message)
      },
      onOpen: setLive,
      onRefused: refuse,
    })
  })
  useEffect(() => {
    if (key === null || token === null || !hasPlace) return undefined
    const stream = begin(key)
    const retry = () => stream.retryNow()
    const renew = () => stream.renew()
    window.addEventListener('online', renew)
    document.addEventListener('visibilitychange', retry)
    return () => {
      stream.close()
      setLive(false)
      window.removeEventListener('online', renew)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [key, token, hasPlace])
  return { isLive, isInterrupted: useLasting(key !== null && hasPlace && !isLive, PATIENCE_MS) }
}

/** Whether something has been so for this long. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isSo, ms])
  return isLasting
}
