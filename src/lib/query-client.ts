import { QueryClient } from '@tanstack/react-query'
import { apiLink } from '#client/api.ts'
import { basePath } from './base-path.ts'
import { isServerAnswer } from './errors.ts'
import { heedRefusals } from './heed-refusals.ts'
import { accessToken, onSessionChange } from './session.ts'
import { trpc } from './trpc.ts'

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
