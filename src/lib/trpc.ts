import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../../server/router.ts'

/** The procedures of the server as React hooks. */
export const trpc = createTRPCReact<AppRouter>()
