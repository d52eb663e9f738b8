import { type AnyProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import type { Context } from '../context.ts'

/** One call of a procedure, in the form that tRPC's own adapters give it. */
type Call = { path: string; type: string; ctx: Context; getRawInput: () => Promise<unknown>; input?: unknown }
type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError }
export type Middleware = (call: Call & { next: (change?: Partial<Call>) => Promise<Result> }) => Promise<Result>

/**
 * Runs the middlewares of a procedure as tRPC does. Throws a TRPCError.
 * tRPC's own loop copies all options twice per middleware, with property descriptors: 17 µs of the 140 µs CPU that
 * `GET /test-cases/{id}` takes.
 */
export async function callProcedure({ _def }: AnyProcedure, call: Call): Promise<unknown> {
  const result = await runFrom((_def as unknown as { middlewares: Middleware[] }).middlewares, 0, call)
  if (!result.ok) throw result.error
  return result.data
}

async function runFrom(middlewares: Middleware[], index: number, call: Call): Promise<Result> {
  const next = (change?: Partial<Call>) => {
    const ctx = change?.ctx ? { ...call.ctx, ...change.ctx } : call.ctx
    return runFrom(middlewares, index + 1, { ...call, ...change, ctx })
  }
  try {
    return await (middlewares[index] as Middleware)({ ...call, next })
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause) }
  }
}
