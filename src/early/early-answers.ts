import type { Call } from './first-calls.ts'

/*
 * Answers that the page requests before the app runs. The early script stores them, and the app takes each one at most
 * once. Answers that failed, are old or belong to another session are not used: the app asks again.
 */

export type EarlyAnswer = {
  call: Call
  token: string | null
  askedAt: number
  data: Promise<unknown>
  /** Once the data have arrived. */
  arrived?: { data: unknown; askedAt: number }
}

declare global {
  interface Window {
    /** Missing if the early script did not run. */
    earlyAnswers?: Map<string, EarlyAnswer>
  }
}

const MAX_AGE_MS = 5_000

const keyOf = ({ path, input }: { path: string; input: unknown }) => `${path} ${JSON.stringify(input)}`

export function keepEarlyAnswer(call: Call, token: string | null, data: Promise<unknown>): void {
  const askedAt = performance.now()
  const answer: EarlyAnswer = { call, token, askedAt, data }
  // A failed answer that nobody takes must not be reported as an uncaught error.
  data.then(
    (arrived) => (answer.arrived = { data: arrived, askedAt }),
    () => undefined,
  )
  const answers = (window.earlyAnswers ??= new Map())
  answers.set(keyOf(call), answer)
}

/** Removes and returns the answer to a query of this session. */
export const takeEarlyAnswer = (path: string, input: unknown, token: string | null): Promise<unknown> | undefined =>
  take(keyOf({ path, input }), token)?.data

/** Removes and returns the data of an answer that has arrived, for a render. */
export function takeArrivedAnswer(path: string, input: unknown, token: string | null): EarlyAnswer['arrived'] {
  const key = keyOf({ path, input })
  return window.earlyAnswers?.get(key)?.arrived && take(key, token)?.arrived
}

function take(key: string, token: string | null): EarlyAnswer | undefined {
  const answer = window.earlyAnswers?.get(key)
  window.earlyAnswers?.delete(key)
  return answer && answer.token === token && performance.now() - answer.askedAt <= MAX_AGE_MS ? answer : undefined
}

/** The answers that have not been taken. */
export const earlyAnswers = (): EarlyAnswer[] => [...(window.earlyAnswers?.values() ?? [])]
