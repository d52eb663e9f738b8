import type { AuditAction } from '#shared/audit/actions.ts'
import { audit, type Caller } from '../audit/audit.ts'
import type { Db } from '../database/databases.ts'
import { holdUser } from '../users/users.repository.ts'
import { addFailure, type Attempt, hasFailed, isLimited, type Limits } from './sign-in-limit.ts'

type Failure = {
  attempt: Attempt
  limits: Limits
  /** Of the first failure of a window, and of the one after which more are refused. Others are not in the log. */
  actions: readonly [first: AuditAction, last: AuditAction]
  of: { target?: string; email?: string }
}

/** Counts a failure, unless its user was deleted or erased meanwhile: a row about an erased person would stay for ever. */
export async function noteFailure(db: Db, ctx: Caller, { attempt, limits, actions, of }: Failure): Promise<void> {
  if (of.target !== undefined && !(await holdUser(db, of.target))) return
  const isFirst = !(await hasFailed(db, attempt, limits))
  await addFailure(db, attempt, limits)
  if (isFirst) await audit(db, ctx, { action: actions[0], ...of })
  if (await isLimited(db, attempt, limits)) await audit(db, ctx, { action: actions[1], ...of })
}
