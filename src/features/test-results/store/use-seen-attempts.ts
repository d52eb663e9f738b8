import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import { changesOf } from './run-changes.ts'

/** Reaction time: a change by somebody else that is newer than this counts as unseen. */
const REACTION_MS = 700

/**
 * Returns a function for the attempt count that the tester has seen. If somebody else's value appeared just before a
 * click, the click was meant for the value before it.
 */
export function useSeenAttempts({ id, testRunId, attempts, executedBy }: TestResult): () => number {
  const queryClient = useQueryClient()
  const shown = useRef({ attempts, before: attempts, since: -Infinity })
  const seen = () => {
    const { attempts, before, since } = shown.current
    const isOwn = changesOf(queryClient, testRunId).own.get(id) === attempts
    return isOwn || performance.now() - since > REACTION_MS ? attempts : before
  }
  useEffect(() => {
    if (shown.current.attempts === attempts) return
    const since = executedBy?.id === storedUser()?.id ? -Infinity : performance.now()
    shown.current = { attempts, before: seen(), since }
  })
  return seen
}
