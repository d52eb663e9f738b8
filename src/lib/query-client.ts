import { QueryClient } from '@tanstack/react-query'
import { apiLink } from '#client/api.ts'
import { basePath } from './base-path.ts'
import { isServerAnswer } from './errors.ts'
import { accessToken, onSessionChange } from './session.ts'
import { sessionFetch, sessionRule } from './session-rule.ts'
import { trpc } from './trpc.ts'

export const trpcClient = trpc.createClient({
  links: [
    sessionRule,
    apiLink({
      baseUrl: basePath,
      authorization: () => (accessToken() ? `Bearer ${accessToken()}` : undefined),
      fetch: sessionFetch,
    }),
  ],
})

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The server may be in the local network, reachable while the browser reports to be offline.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !isServerAnswer(error),
      retryDelay: 500,
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always' },
  },
})

// The next user must not see cached data of the last one.
onSessionChange(() => queryClient.clear())
