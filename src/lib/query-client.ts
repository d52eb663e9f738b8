import { QueryClient } from '@tanstack/react-query'
import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { navigate } from 'wouter/use-browser-location'
import { apiLink } from '#client/api.ts'
import type { AppRouter } from '../../server/router.ts'
import { codeOf, isServerAnswer } from './errors.ts'
import { accessToken, clearSession, onSessionChange } from './session.ts'
import { trpc } from './trpc.ts'

const EXEMPT_PROCEDURES = /^(auth\.signIn|auth\.signUp|invites\..+)$/
const EXEMPT_PAGES = /^\/(login|invite)$/

/** The session rule: a 401 signs the user out. The error is passed on. */
const endRefusedSession: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const token = accessToken()
    const refuse = (error: unknown) => {
      if (codeOf(error) !== 'UNAUTHORIZED') return
      if (EXEMPT_PROCEDURES.test(op.path) || EXEMPT_PAGES.test(location.pathname)) return
      // A late answer to an earlier session says nothing of the present one.
      if (accessToken() !== token) return
      navigate('/login', { state: { from: location.pathname + location.search } })
      clearSession()
    }
    return next(op).pipe(tap({ error: refuse }))
  }

export const trpcClient = trpc.createClient({
  links: [
    endRefusedSession,
    apiLink({ baseUrl: '', authorization: () => (accessToken() ? `Bearer ${accessToken()}` : undefined) }),
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
