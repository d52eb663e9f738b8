import { getUntypedClient } from '@trpc/client'
import { apiLink } from '#client/api.ts'
import { type EarlyAnswer, earlyAnswers } from '../early/early-answers.ts'
import { basePath } from './base-path.ts'
import { earlyLink } from './early-link.ts'
import { idempotencyLink } from './idempotency-link.ts'
import { queryClient } from './query-client.ts'
import { accessToken, onSessionChange, storedUser } from './session.ts'
import { sessionFetch, sessionRule } from './session-rule.ts'
import { trpc } from './trpc.ts'

export const trpcClient = trpc.createClient({
  links: [
    sessionRule,
    earlyLink,
    idempotencyLink,
    apiLink({
      baseUrl: basePath,
      authorization: () => (accessToken() ? `Bearer ${accessToken()}` : undefined),
      fetch: sessionFetch,
    }),
  ],
})

/** Accepts the name of a procedure as text. */
const untyped = getUntypedClient(trpcClient)

let userId = storedUser()?.id

// The next user must not see cached data of the previous one. A new name or password changes no user.
onSessionChange(() => {
  const next = storedUser()?.id
  if (next !== userId) queryClient.clear()
  userId = next
})

/** Puts early answers into the cache as they arrive, for the first render. Resolves when none is on its way. */
export async function cacheEarlyAnswers(): Promise<void> {
  const cached = new Set<EarlyAnswer>()
  // An answer may lead to further queries.
  for (let next = earlyAnswers(); next.length > 0; next = earlyAnswers().filter((answer) => !cached.has(answer))) {
    for (const answer of next) cached.add(answer)
    await Promise.allSettled(next.map(cache))
  }
}

async function cache({ call: { path, input }, data }: EarlyAnswer): Promise<void> {
  await data
  // A page of results is taken by the list, which reads it into the cache of results.
  if (path === 'testResults.listInRun') return
  const queryKey = [path.split('.'), { ...(input !== undefined && { input }), type: 'query' }]
  await queryClient.prefetchQuery({ queryKey, queryFn: () => untyped.query(path, input) })
}
