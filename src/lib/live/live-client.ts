import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { AppRouter } from '../../../server/router.ts'
import { basePath } from '../base-path.ts'
import { sessionFetch, sessionRule } from '../session-rule.ts'
import { accessToken } from '../session.ts'

/*
 * The client of the live streams, loaded with the first stream. The browser's EventSource cannot send headers, and a
 * token in the URL would end up in logs; this EventSource sends the token in a header.
 */

export const liveClient = createTRPCClient<AppRouter>({
  links: [
    sessionRule,
    httpSubscriptionLink<AppRouter, typeof EventSource>({
      url: `${basePath}/trpc`,
      EventSource,
      eventSourceOptions: {
        fetch: (url, init) =>
          sessionFetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${accessToken()}` } }),
      },
    }),
  ],
})

export type LiveClient = typeof liveClient
