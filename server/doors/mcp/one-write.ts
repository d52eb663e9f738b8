import { TRPCError } from '@trpc/server'
import type { Services } from '../../context.ts'
import { answered } from '../../database/dialect.ts'
import type { Door } from './door.ts'

type Scope = Parameters<Services['write']>[0]

class Undone<T> extends Error {
  readonly answer: T
  constructor(answer: T) {
    super('A dry run is undone')
    this.answer = answer
  }
}

/**
 * Runs the procedures of `work` in one transaction, so that all of them happen or none. A dry run is undone at its end:
 * it answers, and refuses, what the true one would.
 */
export async function inOneWrite<T>(
  { ctx, within }: Door,
  { scope, dryRun }: { scope: Scope; dryRun: boolean | null | undefined },
  work: (door: Door) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.write(scope, async (db) => {
      const answer = await work(within(db)).catch(rethrow)
      if (dryRun) {
        await answered(db)
        throw new Undone(answer)
      }
      return answer
    })
  } catch (error) {
    if (error instanceof Undone) return error.answer as T
    throw error
  }
}

/** The writer tries again when the database says so, which it must see itself. */
function rethrow(error: unknown): never {
  throw error instanceof TRPCError && error.cause ? error.cause : error
}
