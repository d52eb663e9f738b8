import { seal, unseal } from '../auth/sealed.ts'
import type { Context } from '../context.ts'
import { newId } from '../database/new-id.ts'
import { MINUTE_MS, timeIn } from '../times.ts'
import { type Flow, FLOW_MINUTES, flowOf, isSameText } from './flow.ts'
import type { Vouched } from './vouched.ts'

/* A person who came back from a provider, and is not in yet. */

const PURPOSE = 'ticket of a sign-in by another provider'
/** For who types a password, the ticket works as long as the cookie. */
const SECONDS = 60

export type Pending = {
  id: string
  flowId: string
  issuedAt: string
  /** How long a used one is remembered. */
  expiresAt: string
  vouched: Vouched
  /** Whether the password of the account was given, if one was needed. */
  isProven: boolean
  /** The account as it was when this was checked. It changes with its password, factors and sign-outs. */
  version?: number
}

export function issuePending(ctx: Context, flow: Flow, vouched: Vouched): string {
  const now = Date.now()
  const pending: Pending = {
    id: newId(),
    flowId: flow.id,
    issuedAt: new Date(now).toISOString(),
    expiresAt: timeIn(FLOW_MINUTES * MINUTE_MS, now),
    vouched,
    isProven: false,
  }
  return seal(ctx.tokens, PURPOSE, JSON.stringify(pending))
}

/** Undefined if it expired, was changed, or is of another browser. */
export function openPending(ctx: Context, ticket: string): Pending | undefined {
  const text = unseal(ctx.tokens, PURPOSE, ticket)
  const pending = text === null ? undefined : (JSON.parse(text) as Pending)
  const flow = flowOf(ctx)
  if (!pending || !flow || pending.expiresAt <= new Date().toISOString()) return undefined
  return isSameText(pending.flowId, flow.id) ? pending : undefined
}

export const isRecent = ({ issuedAt }: Pending) => Date.parse(issuedAt) > Date.now() - SECONDS * 1000
