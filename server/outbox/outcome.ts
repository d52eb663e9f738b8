import type { Delivery } from '#shared/notifications/webhook.ts'
import type { Db } from '../database/databases.ts'

export type Answer = NonNullable<Delivery['answer']>

/** What became of an attempt. */
export type Outcome =
  | { kind: 'unwanted' }
  | {
      kind: 'delivered' | 'failed' | 'retry'
      request: string | null
      answer: Answer
      retryAfter?: string | undefined
      /** Of the event, to be kept: later attempts and other endpoints send the same. */
      body?: string
      /** Joins the write that ends the attempt. `isLast` tells whether there will be another one. */
      also?: (db: Db, isLast: boolean) => Promise<void>
    }

export type Attempt = { nowMs: number; signal: AbortSignal }

/** The answer to an attempt that began at `nowMs`. What `known` leaves out is null, and the duration 0. */
export const answerAt = (nowMs: number, known: Partial<Answer>): Answer => ({
  at: new Date(nowMs).toISOString(),
  status: null,
  body: null,
  error: null,
  durationMs: 0,
  ...known,
})

/** The outcome of a delivery that is not attempted again. */
export const refused = (error: string, nowMs: number) => {
  return { kind: 'failed', request: null, answer: answerAt(nowMs, { error }) } satisfies Outcome
}

/** The whole milliseconds since now. */
export function stopwatch(): () => number {
  const begin = performance.now()
  return () => Math.round(performance.now() - begin)
}

/** Several addresses of a host may fail at once. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error && error.message ? error.message : 'The connection failed'
}
