import type { QueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { codeOf, currentOf, messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { storedUser } from '#src/lib/session.ts'
import { toastError, toastSuccess } from '#src/lib/toast.ts'
import { noteOwnAttempt } from './own-attempts.ts'
import { forgetRefusal, noteRefusal } from './refusals.ts'
import { showResult } from './run-results-cache.ts'
import {
  allUnsaved,
  dropUnsaved,
  keepUnsaved,
  markConflict,
  markWaiting,
  moveBase,
  readUnsavedAgain,
  type Unsaved,
} from './unsaved.ts'

/** Answers that say nothing of the value itself: it is tried again later. */
const NOT_NOW = new Set([
  undefined,
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
])

const inFlight = new Map<string, Promise<boolean>>()

/** Keeps a value in the browser and sends it. */
export async function saveValue(
  queryClient: QueryClient,
  entry: Omit<Unsaved, 'isWaiting' | 'isConflict'>,
): Promise<void> {
  forgetRefusal(entry.resultId)
  keepUnsaved({ ...entry, isWaiting: false, isConflict: false })
  await send(queryClient, entry.resultId)
}

/** Tries once more to send what is kept. Stops at the first that cannot be sent: the server is still away. */
export async function sendUnsaved(queryClient: QueryClient): Promise<void> {
  for (const { resultId } of allUnsaved()) if (!(await send(queryClient, resultId))) return
}

/** One request at a time for each result, so that the value entered last is the one that stays. */
async function send(queryClient: QueryClient, resultId: string): Promise<boolean> {
  if (inFlight.has(resultId)) return true
  const sending = inThisTabOnly(resultId, async () => {
    for (let entry = find(resultId); entry; entry = find(resultId))
      if (!(await attempt(queryClient, entry))) return false
    return true
  }).finally(() => inFlight.delete(resultId))
  inFlight.set(resultId, sending)
  return await sending
}

/** Resolves once nothing is on its way: what the server has of this tab's values then stands in the lists here, too. */
export async function nothingInFlight(): Promise<void> {
  while (inFlight.size > 0) await Promise.allSettled(inFlight.values())
}

/** All tabs of a browser see the same entries; one of them sends. Without a secure context a value may be sent twice. */
async function inThisTabOnly(resultId: string, work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return await work()
  return await navigator.locks.request(`unsaved ${resultId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return true
    readUnsavedAgain()
    return await work()
  })
}

async function attempt(queryClient: QueryClient, entry: Unsaved): Promise<boolean> {
  try {
    const { resultId, value, notes, baseAttempt } = entry
    const saved = await trpcClient.testResults.setValue.mutate({ resultId, actualValue: value, notes, baseAttempt })
    noteOwnAttempt(resultId, saved.attempts)
    showResult(queryClient, saved)
    dropUnsaved(entry)
    moveBase(entry, saved.attempts)
    toastSuccess('Test result saved successfully')
    return true
  } catch (error) {
    const message = messageOf(error, 'Failed to save test result')
    if (NOT_NOW.has(codeOf(error))) {
      if (!entry.isWaiting) toastError(message)
      markWaiting(entry)
      return false
    }
    const current = currentOf(error)
    if (current && isOwn(current, entry)) {
      moveBase(entry, current.attempts)
      return true
    }
    if (current) {
      showResult(queryClient, current)
      markConflict(entry)
      toastError(message)
      return true
    }
    dropUnsaved(entry)
    noteRefusal(entry.resultId, { value: entry.value, message })
    toastError(message)
    return true
  }
}

/** Whether only the tester's own attempt came between: its answer was lost, or not here yet. */
function isOwn(current: TestResult, { baseAttempt }: Unsaved): boolean {
  return current.executedBy?.id === storedUser()?.id && current.attempts === baseAttempt + 1
}

const find = (resultId: string) => allUnsaved().find((entry) => entry.resultId === resultId && !entry.isConflict)
