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

export const failure = (error: string, nowMs: number, durationMs: number): Answer => ({
  at: new Date(nowMs).toISOString(),
  status: null,
  body: null,
  error,
  durationMs,
})

/** Several addresses of a host may fail at once. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error && error.message ? error.message : 'The connection failed'
}
