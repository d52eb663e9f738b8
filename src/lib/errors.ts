import { isTRPCClientError } from '@trpc/client'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { AppRouter } from '../../server/router.ts'

/** Whether the server answered this error, as opposed to not being reached at all. */
export function isServerAnswer(error: unknown): boolean {
  return codeOf(error) !== undefined
}

/** tRPC's name of the error ('NOT_FOUND' …), undefined when the server was not reached. */
export function codeOf(error: unknown): string | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.code : undefined
}

/** The result as it is now, when the call was refused since it was based on an earlier attempt. */
export function currentOf(error: unknown): TestResult | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.current : undefined
}

/** The server's message when there is one, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return isServerAnswer(error) && (error as Error).message ? (error as Error).message : fallback
}
