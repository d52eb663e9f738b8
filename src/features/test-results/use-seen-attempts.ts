import { useEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import { isOwnAttempt } from './own-attempts.ts'

/** How long something must have been there for a hand to have set out with regard to it. */
const SEEN_MS = 700

/**
 * How many attempts the result had as the tester has seen it. What somebody else recorded a moment ago appeared under
 * a hand that was on its way: what the tester enters is still based on what stood there before.
 */
export function useSeenAttempts({ id, attempts, executedBy }: TestResult): () => number {
  const shown = useRef({ attempts, seenBefore: attempts, since: -Infinity })
  const seen = () => {
    const { attempts, seenBefore, since } = shown.current
    return isOwnAttempt(id, attempts) || performance.now() - since > SEEN_MS ? attempts : seenBefore
  }
  useEffect(() => {
    if (shown.current.attempts === attempts) return
    const since = executedBy?.id === storedUser()?.id ? -Infinity : performance.now()
    shown.current = { attempts, seenBefore: seen(), since }
  })
  return seen
}
