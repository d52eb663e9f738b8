import { QueryClient } from '@tanstack/react-query'
import { isServerAnswer } from './errors.ts'

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
