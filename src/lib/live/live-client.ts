import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { AppRouter } from '../../../server/router.ts'
import { basePath } from '../base-path.ts'
import { sessionRule } from '../session-rule.ts'
import { accessToken } from '../session.ts'

/*
 * The client of the server's streams, loaded once something is watched. It carries the token in a header, as the
 * browser's own EventSource cannot: in an address it would end up in logs.
 */

export const liveClient = createTRPCClient<AppRouter>({
  links: [
    sessionRule,
    httpSubscriptionLink<AppRouter, typeof EventSource>({
      url: `${basePath}/trpc`,
      EventSource,
      eventSourceOptions: {
        fetch: (url, init) =>
          fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${accessToken()}` } }),
      },
    }),
  ],
})

export type LiveClient = typeof liveClient
