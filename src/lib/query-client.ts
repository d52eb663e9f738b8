import { QueryClient } from '@tanstack/react-query'
import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { apiLink } from '#client/api.ts'
import type { AppRouter } from '../../server/router.ts'
import { basePath } from './base-path.ts'
import { codeOf, isServerAnswer } from './errors.ts'
import { endRefusedSession } from './refused-session.ts'
import { accessToken, onSessionChange } from './session.ts'
import { trpc } from './trpc.ts'

const EXEMPT_PROCEDURES = /^(auth\.signIn|auth\.signUp|invites\..+)$/

/** The error is passed on. */
const heedRefusals: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const token = accessToken()
    const refuse = (error: unknown) => {
      if (codeOf(error) === 'UNAUTHORIZED' && !EXEMPT_PROCEDURES.test(op.path)) endRefusedSession(token)
    }
    return next(op).pipe(tap({ error: refuse }))
  }

export const trpcClient = trpc.createClient({
  links: [
    heedRefusals,
    apiLink({ baseUrl: basePath, authorization: () => (accessToken() ? `Bearer ${accessToken()}` : undefined) }),
  ],
})

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The server may stand in the same building: it can be reached when the browser believes to be offline.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !isServerAnswer(error),
      retryDelay: 500,
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always' },
  },
})

// What one person has read is not shown to the next.
onSessionChange(() => queryClient.clear())
