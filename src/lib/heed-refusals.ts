import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import type { AppRouter } from '../../server/router.ts'
import { codeOf } from './errors.ts'
import { endRefusedSession } from './refused-session.ts'
import { accessToken } from './session.ts'

const EXEMPT_PROCEDURES = /^(auth\.signIn|auth\.signUp|invites\..+)$/

/** Ends a session that the server refuses. The error is passed on. */
export const heedRefusals: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const token = accessToken()
    const refuse = (error: unknown) => {
      if (codeOf(error) === 'UNAUTHORIZED' && !EXEMPT_PROCEDURES.test(op.path)) endRefusedSession(token)
    }
    return next(op).pipe(tap({ error: refuse }))
  }
