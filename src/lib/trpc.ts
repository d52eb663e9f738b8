import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../../server/router.ts'

/** The server's procedures as React hooks. */
export const trpc = createTRPCReact<AppRouter>()
