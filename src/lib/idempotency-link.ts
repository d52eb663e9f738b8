import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '../../server/router.ts'
import { isServerAnswer } from './errors.ts'
import { newEntryId } from './outbox/outbox-entry.ts'
import { onSessionChange } from './session.ts'

/** The keys of calls without an answer, by call. */
const unanswered = new Map<string, string>()
// A call may hold a password.
onSessionChange(() => unanswered.clear())

/**
 * Gives each mutation an Idempotency-Key: browsers send a call again by themselves, even a POST, when a connection in use
 * ends before the answer. A call that the user repeats after a lost answer has the same key.
 */
export const idempotencyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op)
    const call = JSON.stringify([op.path, op.input])
    const idempotencyKey = unanswered.get(call) ?? newEntryId()
    unanswered.delete(call)
    const onError = (error: unknown) => void (isServerAnswer(error) || unanswered.set(call, idempotencyKey))
    return next({ ...op, context: { ...op.context, idempotencyKey } }).pipe(tap({ error: onError }))
  }
