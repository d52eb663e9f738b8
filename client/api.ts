import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from '../server/router.ts'

export type AssayClient = TRPCClient<AppRouter>

type Options = {
  /** Where the server answers, for example `https://assay.example.com`; a path alone, or '', is on the page's own origin. */
  baseUrl: string
  /** The value of the Authorization header, asked for at each call. */
  authorization: () => string | undefined
  /** What carries the requests, when it is not plain fetch. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** The typed client of the API: the one door through which browser, command line and tests enter. */
export function createClient(options: Options): AssayClient {
  return createTRPCClient<AppRouter>({ links: [apiLink(options)] })
}

export function apiLink({ baseUrl, authorization, fetch }: Options) {
  return httpBatchLink({
    url: `${baseUrl}/trpc`,
    maxItems: 20,
    headers: () => {
      const value = authorization()
      return value ? { authorization: value } : {}
    },
    ...(fetch && { fetch: (url, init) => fetch(url as string, init as RequestInit) }),
  })
}
