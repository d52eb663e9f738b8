import { isTRPCClientError } from '@trpc/client'
import type { Issue } from '#shared/errors.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { AppRouter } from '../../server/router.ts'

/** Whether the server sent this error. False when the server was not reached. */
export function isServerAnswer(error: unknown): boolean {
  return codeOf(error) !== undefined
}

/** tRPC's error code ('NOT_FOUND' …), undefined when the server was not reached. */
export function codeOf(error: unknown): string | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.code : undefined
}

/** The current result, when the call was refused because it was based on an earlier attempt. */
export function currentOf(error: unknown): TestResult | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.current : undefined
}

/** The problems that the server found in single fields of the input. */
export function issuesOf(error: unknown): readonly Issue[] {
  return (isTRPCClientError<AppRouter>(error) && error.data?.issues) || []
}

/** The server's message, or the fallback when there is none. */
export function messageOf(error: unknown, fallback: string): string {
  return isServerAnswer(error) && (error as Error).message ? (error as Error).message : fallback
}
