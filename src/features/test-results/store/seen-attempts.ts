import { useEffect } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import { isOwnAttempt } from './undo-stack.ts'

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
export function seenAttempts(result: TestResult): number {
  const { id, attempts } = result
  const row = shown.get(id)
  const seen = row?.attempts === attempts ? settled(row) : attempts
  return seen !== attempts && isOwnAttempt(result) ? attempts : seen
}

const settled = ({ attempts, before, since }: Shown) => (performance.now() - since > REACTION_MS ? attempts : before)
