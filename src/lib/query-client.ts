import { QueryClient } from '@tanstack/react-query'
import { getUntypedClient } from '@trpc/client'
import { apiLink } from '#client/api.ts'
import { earlyAnswers } from '../early/early-answers.ts'
import { basePath } from './base-path.ts'
import { earlyLink } from './early-link.ts'
import { isServerAnswer } from './errors.ts'
import { accessToken, onSessionChange, storedUser } from './session.ts'
import { sessionFetch, sessionRule } from './session-rule.ts'
import { trpc } from './trpc.ts'

export const trpcClient = trpc.createClient({
  links: [
    sessionRule,
    earlyLink,
    apiLink({
      baseUrl: basePath,
      authorization: () => (accessToken() ? `Bearer ${accessToken()}` : undefined),
      fetch: sessionFetch,
    }),
  ],
})

/** Accepts the name of a procedure as text. */
const untyped = getUntypedClient(trpcClient)

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

let userId = storedUser()?.id

// The next user must not see cached data of the previous one. A new name or password changes no user.
onSessionChange(() => {
  const next = storedUser()?.id
  if (next !== userId) queryClient.clear()
  userId = next
})

/** Puts early answers that have arrived into the cache, for the first render. */
export function cacheEarlyAnswers(): void {
  for (const { call, data } of earlyAnswers()) {
    const { path, input } = call
    // A page of results is taken by the list, which reads it into the cache of results.
    if (path === 'testResults.listInRun') continue
    const queryKey = [path.split('.'), { ...(input !== undefined && { input }), type: 'query' }]
    void data.then(
      () => queryClient.prefetchQuery({ queryKey, queryFn: () => untyped.query(path, input) }),
      () => undefined,
    )
  }
}
