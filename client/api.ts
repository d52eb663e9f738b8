import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from '../server/router.ts'

export type AssayClient = TRPCClient<AppRouter>

type Options = {
  /** For example `https://assay.example.com`. A bare path or '' is relative to the origin of the page. */
  baseUrl: string
  /** The value of the Authorization header. Called for each request. */
  authorization: () => string | undefined
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** The typed client of the API, for the command line and tests. The browser uses `apiLink`. */
export function createClient(options: Options): AssayClient {
  return createTRPCClient<AppRouter>({ links: [apiLink(options)] })
}

export function apiLink({ baseUrl, authorization, fetch }: Options) {
  return httpBatchLink({
    url: `${baseUrl}/trpc`,
    maxItems: 20,
    // Node refuses headers and request lines above 16 kB.
    maxURLLength: 8_000,
    headers: ({ opList: [{ context }, ...others] }) => {
      const value = authorization()
      const key = others.length === 0 ? context['idempotencyKey'] : undefined
      return { ...(value && { authorization: value }), ...(typeof key === 'string' && { 'idempotency-key': key }) }
    },
    ...(fetch && { fetch: (url, init) => fetch(url as string, init as RequestInit) }),
  })
}
