import type { Call } from './first-calls.ts'

/*
 * Answers that the page requests before the app runs. The early script stores them, and the app takes each one at most
 * once. Answers that failed, are old or belong to another session are not used: the app asks again.
 */

type EarlyAnswer = { call: Call; token: string | null; askedAt: number; data: Promise<unknown> }

declare global {
  interface Window {
    /** Missing if the early script did not run. */
    earlyAnswers?: Map<string, EarlyAnswer>
  }
}

const MAX_AGE_MS = 5_000

const keyOf = ({ path, input }: { path: string; input: unknown }) => `${path} ${JSON.stringify(input)}`

export function keepEarlyAnswer(call: Call, token: string | null, data: Promise<unknown>): void {
  // Without a handler, a failed answer that nobody takes would be reported as an uncaught error.
  data.catch(() => undefined)
  const answers = (window.earlyAnswers ??= new Map())
  answers.set(keyOf(call), { call, token, askedAt: performance.now(), data })
}

/** Removes and returns the answer to a query of this session. */
export function takeEarlyAnswer(path: string, input: unknown, token: string | null): Promise<unknown> | undefined {
  const key = keyOf({ path, input })
  const answer = window.earlyAnswers?.get(key)
  window.earlyAnswers?.delete(key)
  if (!answer || answer.token !== token || performance.now() - answer.askedAt > MAX_AGE_MS) return undefined
  return answer.data
}

/** The answers that have not been taken. */
export const earlyAnswers = (): EarlyAnswer[] => [...(window.earlyAnswers?.values() ?? [])]
