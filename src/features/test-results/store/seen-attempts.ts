import { type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import { cacheOf } from './result-cache.ts'

/** Reaction time: a change by somebody else that is newer than this counts as unseen. */
const REACTION_MS = 700

type Shown = { attempts: number; before: number; since: number }

/** What rows on the screen show, by result id. */
const shown = new Map<string, Shown>()

/** Notes when a row shows a change by somebody else. */
export function useNoteSeen({ id, attempts, executedBy }: TestResult): void {
  useEffect(() => {
    const before = shown.get(id)
    if (before?.attempts === attempts) return
    const isOwn = !before || executedBy?.id === storedUser()?.id
    shown.set(id, {
      attempts,
      before: before ? settled(before) : attempts,
      since: isOwn ? -Infinity : performance.now(),
    })
  }, [id, attempts, executedBy])
  useEffect(() => () => void shown.delete(id), [id])
}

/**
 * The attempt count that the tester has seen. If somebody else's value appeared just before a key or a click, that was
 * meant for the value before it.
 */
export function seenAttempts(queryClient: QueryClient, { id, testRunId, attempts }: TestResult): number {
  const row = shown.get(id)
  return !row || row.attempts !== attempts || cacheOf(queryClient, testRunId).isOwn(id) ? attempts : settled(row)
}

const settled = ({ attempts, before, since }: Shown) => (performance.now() - since > REACTION_MS ? attempts : before)
