import { initTRPC, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { type z, ZodError, type ZodType } from 'zod'
import { DomainError, type Issue } from '#shared/errors.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { identify } from './identify.ts'
import type { Actor, UserActor } from './authorize.ts'
import type { Context } from './context.ts'

export type RestRoute = NonNullable<OpenApiMeta['openapi']>

/** What a procedure says of its REST face. */
export type Meta = {
  openapi?: RestRoute
  /** Further addresses of the same procedure. */
  alsoAt?: RestRoute[]
  /** The status of success, when it is not 200. */
  status?: 201
  /** Refusals beyond 400, 401, 403 and 404, for the document. */
  refusals?: (409 | 429)[]
  /** Whether an Idempotency-Key makes the call safe to repeat, for the document. */
  isIdempotent?: true
  /** Whether the call may be based on an attempt, so that its 409 tells the present result, for the document. */
  hasBase?: true
  /** The largest body it takes, when it is not the usual one. */
  bodyLimit?: string
  /** Who may call, for the document; the procedures below set it. */
  callers?: 'anyone' | 'users' | 'users-and-machines'
}

/** A sign of life for those who watch, and how long they wait for one before they come anew. */
export const SSE = { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } }

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    sse: SSE,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message: publicMessage(error),
      data: { ...shape.data, issues: issuesOf(error), current: currentOf(error) },
    }),
  })

export const { router, createCallerFactory } = t

/**
 * A schema of an input or output that is run by zod's compiled parser. tRPC would call it as if it had to wait for
 * something, which no schema here does, and waiting makes it several times slower.
 */
export function compiled<S extends ZodType>(schema: S): S {
  schema.parseAsync = async (given) => schema.parse(given)
  return schema
}

/** Anyone may call, with a token or without. */
export const anyone = t.procedure.meta({ callers: 'anyone' }).use(({ next }) => translate(next()))

/** A signed-in user, or a project by its own credential. */
export const caller = t.procedure
  .meta({ callers: 'users-and-machines' })
  .use(({ ctx, next }) => translate(as(ctx, allowCaller, (actor) => next({ ctx: { actor } }))))

/** A signed-in user. */
export const user = t.procedure
  .meta({ callers: 'users' })
  .use(({ ctx, next }) => translate(as(ctx, allowUser, (actor) => next({ ctx: { actor } }))))

/** A signed-in user, even one who must reset the password first. */
export const userBeforeReset = t.procedure
  .meta({ callers: 'users' })
  .use(({ ctx, next }) => translate(as(ctx, requireUser, (actor) => next({ ctx: { actor } }))))

/** A site administrator. */
export const admin = t.procedure
  .meta({ callers: 'users' })
  .use(({ ctx, next }) => translate(as(ctx, allowAdmin, (actor) => next({ ctx: { actor } }))))

/** Who calls from outside of the procedures. Throws UNAUTHORIZED, or FORBIDDEN before a required reset. */
export async function identifyCaller(ctx: Context): Promise<Actor> {
  return allowCaller(await identify(ctx))
}

async function as<A, R>(ctx: Context, allow: (actor: Actor) => A, call: (actor: A) => Promise<R>): Promise<R> {
  return await call(allow(await identify(ctx)))
}

function allowCaller(actor: Actor): Actor {
  return actor.kind === 'user' ? allowUser(actor) : actor
}

function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor
  throw new DomainError('FORBIDDEN', 'Project credentials may not do this')
}

function allowUser(actor: Actor): UserActor {
  const allowed = requireUser(actor)
  if (allowed.user.must_reset_password === 0) return allowed
  throw new DomainError('FORBIDDEN', 'Password reset required')
}

function allowAdmin(actor: Actor): UserActor {
  const allowed = allowUser(actor)
  if (allowed.user.is_admin === 1) return allowed
  throw new DomainError('FORBIDDEN', 'Only administrators may do this')
}

/** The one place where a domain error becomes a transport error, and where invalid input gets its message. */
async function translate<R extends { ok: boolean; error?: TRPCError }>(call: Promise<R>): Promise<R> {
  const error: unknown = await call.then(
    (result) => result.error,
    (reason: unknown) => reason,
  )
  const cause = error instanceof TRPCError ? error.cause : error
  if (cause instanceof DomainError) throw asTransportError(cause)
  if (cause instanceof ZodError && (error as TRPCError).code === 'BAD_REQUEST') throw invalidInput(cause)
  return await call
}

/** An input from outside of the procedures. Throws BAD_REQUEST that names the fields. */
export function inputOf<S extends ZodType>(schema: S, given: unknown): z.infer<S> {
  const read = schema.safeParse(given)
  if (!read.success) throw asDomainError(read.error)
  return read.data
}

/** A domain error as tRPC takes it, to be thrown where no procedure translates it: from within a stream. */
export function asTransportError(cause: DomainError): TRPCError {
  return new TRPCError({ code: cause.code, message: cause.message, cause })
}

/** A DomainError as cause, since the gateway replaces the message of everything that a ZodError caused. */
function invalidInput(error: ZodError): TRPCError {
  return asTransportError(asDomainError(error))
}

function asDomainError(error: ZodError): DomainError {
  const issues = error.issues.map(({ path, message }) => ({ path: path as Issue['path'], message }))
  return new DomainError('BAD_REQUEST', issues[0]?.message ?? 'Invalid input', { issues })
}

/** What a caller may read of an error: an unexpected one says nothing of its cause. */
export function publicMessage(error: TRPCError): string {
  return error.code === 'INTERNAL_SERVER_ERROR' ? 'Internal server error' : error.message
}

export function issuesOf(error: TRPCError): Issue[] | undefined {
  return error.cause instanceof DomainError ? error.cause.issues : undefined
}

export function currentOf(error: TRPCError): TestResult | undefined {
  return error.cause instanceof DomainError ? error.cause.current : undefined
}

export function retryAfterSeconds(error: TRPCError): number | undefined {
  return error.cause instanceof DomainError ? error.cause.retryAfterSeconds : undefined
}
