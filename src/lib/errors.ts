import { isTRPCClientError } from '@trpc/client'
import type { SecondFactor } from '#shared/auth/factor.ts'
import type { Issue } from '#shared/errors.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { AppRouter } from '../../server/router.ts'

/** Whether the server sent this error. False if the server was not reached. */
export function isServerAnswer(error: unknown): boolean {
  return codeOf(error) !== undefined
}

/** tRPC's error code ('NOT_FOUND' …); undefined if the server was not reached. */
export function codeOf(error: unknown): string | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.code : undefined
}

/** The current result, if the call was refused because the caller saw an older attempt. */
export function currentOf(error: unknown): TestResult | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.current : undefined
}

/** What a sign-in lacks after a correct password. */
export function secondFactorOf(error: unknown): SecondFactor | undefined {
  return isTRPCClientError<AppRouter>(error) ? error.data?.secondFactor : undefined
}

export function issuesOf(error: unknown): readonly Issue[] {
  return (isTRPCClientError<AppRouter>(error) && error.data?.issues) || []
}

export function messageOf(error: unknown, fallback: string): string {
  return isServerAnswer(error) && (error as Error).message ? (error as Error).message : fallback
}
