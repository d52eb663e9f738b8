import { CANCELLED, NOT_VOUCHED, PROVIDER_DOWN, SIGN_IN_LOST } from '#shared/auth/refusals.ts'
import { DomainError } from '#shared/errors.ts'
import { audit } from '../audit/audit.ts'
import { secretHash } from '../auth/secrets.ts'
import { addFailure, hasFailed } from '../auth/sign-in-limit.ts'
import type { Context } from '../context.ts'
import type { OidcProvider } from '../oidc-config.ts'
import { accountOf } from './account-of.ts'
import { baseOf, endFlow, type Flow, flowOf, isSameText } from './flow.ts'
import { finishConnection } from './identities.service.ts'
import { issuePending } from './pending.ts'
import { openId } from './providers.ts'
import { readAnswer, type Vouched } from './vouched.ts'

const STATUS: Partial<Record<DomainError['code'], number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  CONFLICT: 409,
  BAD_GATEWAY: 502,
}

/** The address of our page for a refusal. What stands after # is in no log, and no other site gets it. */
export function addressOfRefusal(ctx: Context, page: string, { code, message }: DomainError): string {
  return `${baseOf(ctx)}${page}#status=${STATUS[code] ?? 500}&error=${encodeURIComponent(message)}`
}

/** Takes the answer of a provider. Returns where the browser goes on. */
export async function answerOfProvider(ctx: Context, provider: OidcProvider, query: string): Promise<string> {
  const flow = flowOf(ctx)
  const page = flow?.connecting ? '/profile' : '/login'
  try {
    if (!flow || !isSameText(flow.providerId, provider.id)) throw new DomainError('UNAUTHORIZED', SIGN_IN_LOST)
    const vouched = await read(ctx, provider, { flow, query })
    return await goOn(ctx, provider, { flow, vouched })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (flow) endFlow(ctx)
    return addressOfRefusal(ctx, page, error)
  }
}

async function goOn(
  ctx: Context,
  provider: OidcProvider,
  { flow, vouched }: { flow: Flow; vouched: Vouched },
): Promise<string> {
  const { connecting, to } = flow
  if (connecting) {
    await finishConnection(ctx, { provider, vouched, connecting })
    endFlow(ctx)
    return `${baseOf(ctx)}/profile#connected=${encodeURIComponent(provider.id)}`
  }
  await refuseStrangers(ctx, provider, vouched)
  const ticket = issuePending(ctx, flow, vouched)
  return `${baseOf(ctx)}/login#ticket=${ticket}${to === null ? '' : `&to=${encodeURIComponent(to)}`}`
}

/** Throws FORBIDDEN for who has no account here and gets none. The first refusal of a window is in the log. */
async function refuseStrangers(ctx: Context, provider: OidcProvider, vouched: Vouched): Promise<void> {
  try {
    await accountOf(ctx.db, provider, vouched)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const after = { provider: provider.id, reason: error.message }
    const email = vouched.email ?? undefined
    const account = `identity ${secretHash(`${vouched.issuer} ${vouched.subject}`)}`
    const attempt = { account, network: '', isKnown: false }
    await ctx.write({ account }, async (db) => {
      if (await hasFailed(db, attempt, ctx.config)) return
      await addFailure(db, attempt, ctx.config)
      await audit(db, ctx, { action: 'identity.refused', email, after })
    })
    throw error
  }
}

async function read(ctx: Context, provider: OidcProvider, of: { flow: Flow; query: string }): Promise<Vouched> {
  try {
    return await readAnswer(ctx, provider, of)
  } catch (error) {
    if (error instanceof DomainError) throw error
    const { AuthorizationResponseError } = await openId()
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied')
      throw new DomainError('UNAUTHORIZED', CANCELLED)
    ctx.log.warn({ err: error, provider: provider.id }, 'the answer of a provider was refused')
    throw isUnreachable(error)
      ? new DomainError('BAD_GATEWAY', PROVIDER_DOWN)
      : new DomainError('UNAUTHORIZED', NOT_VOUCHED)
  }
}

/** Node's fetch fails with a TypeError that has a cause of the system. */
function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { name, code } = at as Error & { code?: unknown }
    if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || /^(E[A-Z]{4,}|UND_ERR_\w+)$/.test(String(code)))
      return true
  }
  return false
}
