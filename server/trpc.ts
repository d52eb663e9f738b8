import { initTRPC, TRPCError } from '@trpc/server'
import { type z, ZodError, type ZodType } from 'zod'
import { SET_UP_FACTOR_FIRST } from '#shared/auth/refusals.ts'
import { DomainError, type Issue } from '#shared/errors.ts'
import type { Verb } from '#shared/permissions.ts'
import { actingWith, type Actor, mayUse, refuseWithout, type SessionActor, type UserActor } from './authorize.ts'
import type { Context } from './context.ts'
import { publicError } from './http/errors.ts'
import { admitAnyone, identify } from './http/identify.ts'
import { Json } from './http/json.ts'
import type { Meta, RestRoute } from './meta.ts'

/** The heartbeat of live streams, and how long a client waits for one before it reconnects. */
export const SSE = { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } }

type Address = `${RestRoute['method']} /${string}`

/** Makes the `rest` of a router, whose operations share a tag: `rest('GET /projects', 'List my projects')`. */
export function restUnder(tag: string) {
  type Options = Omit<Meta, 'openapi' | 'alsoAt' | 'callers' | 'tokens'> & { alsoAt?: Address[]; description?: string }
  return (address: Address, summary: string, { alsoAt = [], description, ...meta }: Options = {}): Meta => ({
    ...meta,
    openapi: { ...routeOf(address), tags: [tag], summary, ...(description !== undefined && { description }) },
    alsoAt: alsoAt.map(routeOf),
  })
}

function routeOf(address: Address): Pick<RestRoute, 'method' | 'path'> {
  const [method, path] = address.split(' ') as [RestRoute['method'], RestRoute['path']]
  return { method, path }
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    sse: SSE,
    errorFormatter: ({ shape, error }) => {
      const { message, code, issues, current, secondFactor } = publicError(error)
      return { ...shape, message, data: { ...shape.data, code, issues, current, secondFactor } }
    },
  })

export const { router, createCallerFactory } = t

/**
 * Lets tRPC run zod's compiled synchronous parser. tRPC prefers `parseAsync`, which zod does not compile and which is
 * several times slower; no schema here is asynchronous. Json passes.
 */
export function compiled<S extends ZodType>(schema: S): S {
  schema.parseAsync = async (given) => (given instanceof Json ? (given as never) : schema.parse(given))
  return schema
}

/** Anyone may call, with or without a token. */
export const anyone = t.procedure
  .meta({ callers: 'anyone' })
  .use(({ ctx, next }) => translate(admitAnyone(ctx).then(() => next())))

/** The same for calls that check or hash a password, which has limits of its own: they count only when refused. */
export const anyoneWithPassword = t.procedure.meta({ callers: 'anyone' }).use(({ ctx, next }) =>
  translate(
    next().then(async (result) => {
      if (!result.ok) await admitAnyone(ctx)
      return result
    }),
  ),
)

/** A call needs one of these verbs if it is made with an API token. */
type Verbs = readonly [Verb, ...Verb[]]

/** A user, or a project. `authorize` refuses tokens without the verb, because a stranger must get NOT_FOUND. */
export const caller = (...verbs: Verbs) =>
  procedureFor({ callers: 'users-and-machines', tokens: verbs }, (actor) => actingWith(allowCaller(actor), verbs))

export const user = (...verbs: Verbs) =>
  procedureFor({ callers: 'users', tokens: verbs }, (actor) => requireVerb(allowUser(actor), verbs))

export const admin = procedureFor({ callers: 'users', tokens: ['admin'] }, (actor) =>
  requireVerb(allowAdmin(actor), ['admin']),
)

/** A user with a session, and not with an API token: for the account itself. */
export const signedIn = procedureFor({ callers: 'users', tokens: 'none' }, (actor): SessionActor =>
  allowUser(requireSession(actor)),
)

/** The same, but also one who must reset the password first. */
export const userBeforeReset = procedureFor({ callers: 'users', tokens: 'none' }, requireSession)

/** The same with the own password, but also one who must set up a second factor first. */
export const userBeforeFactor = procedureFor({ callers: 'users', tokens: 'none' }, (actor): SessionActor =>
  allowPassword(requireSession(actor)),
)

/** A user with a session or any API token. */
export const anyUser = procedureFor({ callers: 'users', tokens: 'any' }, requireUser)

/** The same, or a project. */
export const anyCaller = procedureFor({ callers: 'users-and-machines', tokens: 'any' }, allowCaller)

/** A single middleware identifies, checks and translates errors, because each middleware slows every call. */
function procedureFor<A extends Actor>(who: Required<Pick<Meta, 'callers' | 'tokens'>>, allow: (actor: Actor) => A) {
  return t.procedure.meta(who).use(({ ctx, next }) =>
    translate(
      identify(ctx).then((given) => {
        const actor = allow(given)
        ctx.request.caller = actor.kind === 'user' ? actor.user.id : actor.projectId
        return next({ ctx: { actor } })
      }),
    ),
  )
}

/**
 * Identifies the caller of a plain route, who needs one of these verbs with an API token. Throws UNAUTHORIZED, or
 * FORBIDDEN while a password reset is required.
 */
export async function identifyCaller(ctx: Context, ...verbs: Verbs): Promise<Actor> {
  return actingWith(allowCaller(await identify(ctx)), verbs)
}

/** The same for a plain route of administrators. Throws FORBIDDEN for others. */
export async function identifyAdmin(ctx: Context): Promise<UserActor> {
  return requireVerb(allowAdmin(await identify(ctx)), ['admin'])
}

function allowCaller(actor: Actor): Actor {
  return actor.kind === 'user' ? allowUser(actor) : actor
}

function requireUser(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor
  throw new DomainError('FORBIDDEN', 'Project credentials may not do this')
}

function requireSession(actor: Actor): SessionActor {
  const { session, ...user } = requireUser(actor)
  if (session) return { ...user, session }
  throw new DomainError('FORBIDDEN', 'API tokens may not do this: sign in')
}

function requireVerb(actor: UserActor, verbs: Verbs): UserActor {
  const acting = actingWith(actor, verbs)
  if (verbs.some((verb) => mayUse(acting, verb))) return acting
  throw refuseWithout(verbs[0])
}

function allowUser<A extends Actor>(actor: A): A & UserActor {
  const allowed = allowPassword(actor)
  if (!allowed.session?.mustSetUpFactor) return allowed
  throw new DomainError('FORBIDDEN', SET_UP_FACTOR_FIRST)
}

function allowPassword<A extends Actor>(actor: A): A & UserActor {
  const allowed = requireUser(actor) as A & UserActor
  if (allowed.user.must_reset_password === 0) return allowed
  throw new DomainError('FORBIDDEN', 'Password reset required')
}

function allowAdmin(actor: Actor): UserActor {
  const allowed = allowUser(actor)
  if (allowed.user.is_admin === 1) return allowed
  throw new DomainError('FORBIDDEN', 'Only administrators may do this')
}

/** Converts domain errors and invalid input to TRPCErrors. The only place that does. */
async function translate<R extends { ok: boolean; error?: TRPCError }>(call: Promise<R>): Promise<R> {
  const error: unknown = await call.then(
    (result) => result.error,
    (reason: unknown) => reason,
  )
  const cause = error instanceof TRPCError ? error.cause : error
  if (cause instanceof DomainError) throw asTransportError(cause)
  // The REST library replaces the message of every error that a ZodError caused.
  if (cause instanceof ZodError && (error as TRPCError).code === 'BAD_REQUEST')
    throw asTransportError(asDomainError(cause))
  return await call
}

/** Parses the input of a plain route. Throws BAD_REQUEST with the fields. */
export function inputOf<S extends ZodType>(schema: S, given: unknown): z.infer<S> {
  const read = schema.safeParse(given)
  if (!read.success) throw asDomainError(read.error)
  return read.data
}

/** The same for a schema that validates its list in slices. */
export async function inputInSlices<S extends ZodType>(schema: S, given: unknown): Promise<z.infer<S>> {
  try {
    return await schema.parseAsync(given)
  } catch (error) {
    throw error instanceof ZodError ? asDomainError(error) : error
  }
}

/** A domain error as a TRPCError, for streams, which outlive the middleware that translates. */
export function asTransportError(cause: DomainError): TRPCError {
  return new TRPCError({ code: cause.code, message: cause.message, cause })
}

/** A bulk call may have tens of thousands of problems. */
const ISSUES_MAX = 100

function asDomainError(error: ZodError): DomainError {
  const issues = error.issues
    .slice(0, ISSUES_MAX)
    .map(({ path, message }) => ({ path: path as Issue['path'], message }))
  return new DomainError('BAD_REQUEST', issues[0]?.message ?? 'Invalid input', { issues })
}
