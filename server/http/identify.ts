import { DomainError } from '#shared/errors.ts'
import { identifyToken } from '../api-tokens/identify-token.ts'
import { looksLikeToken } from '../api-tokens/token-text.ts'
import { identifySession } from '../auth/identify-session.ts'
import { isHashOf } from '../auth/secrets.ts'
import type { Actor } from '../authorize.ts'
import type { Context } from '../context.ts'
import { sharedLookup } from '../database/shared-lookup.ts'
import { findSecretHashes, type SecretHashes } from '../projects/projects.repository.ts'

/**
 * Finds the caller that the Authorization header names. Throws UNAUTHORIZED when it names none, and TOO_MANY_REQUESTS
 * when the caller's network made too many such calls.
 */
export async function identify(ctx: Context): Promise<Actor> {
  const { request } = ctx
  try {
    const actor = await identifyBy(ctx, request.authorization)
    request.identifiedAs(actor)
    return actor
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHORIZED') ctx.anonymousCalls.count(request.network)
    throw error
  }
}

/** Counts a call for anyone, unless it names a known caller. Throws TOO_MANY_REQUESTS. */
export async function admitAnyone(ctx: Context): Promise<void> {
  const { authorization, network } = ctx.request
  if (authorization === undefined) return ctx.anonymousCalls.count(network)
  await identify(ctx).catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'UNAUTHORIZED')) throw error
  })
}

async function identifyBy(ctx: Context, authorization = ''): Promise<Actor> {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return looksLikeToken(credentials)
        ? await identifyToken(ctx, credentials)
        : await identifySession(ctx, credentials)
    case 'basic':
      return await identifyMachine(ctx, credentials)
    default:
      throw new DomainError('UNAUTHORIZED', 'Sign in first')
  }
}

const findHashes = sharedLookup((projectId: string) => projectId, findSecretHashes)

/** A project by its client secret or one of its tokens. */
async function identifyMachine(ctx: Context, credentials: string): Promise<Actor> {
  const { name, password } = readBasic(credentials)
  const projectId = name.toLowerCase()
  if (looksLikeToken(password)) {
    const actor = await identifyToken(ctx, password)
    if (actor.kind === 'machine' && actor.projectId === projectId) return actor
    throw new DomainError('UNAUTHORIZED', 'Invalid project credentials')
  }
  const hashes = await findHashes(ctx.db, projectId)
  if (!hashes || !isSecretOf(hashes, password)) throw new DomainError('UNAUTHORIZED', 'Invalid project credentials')
  return { kind: 'machine', projectId }
}

/** The name and password of HTTP Basic. Empty without a colon. */
export function readBasic(credentials: string): { name: string; password: string } {
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? { name: '', password: '' } : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

function isSecretOf({ secret_hash, old_secret_hash, old_secret_until }: SecretHashes, secret: string): boolean {
  if (isHashOf(secret_hash, secret)) return true
  return old_secret_until !== null && old_secret_until > new Date().toISOString() && isHashOf(old_secret_hash, secret)
}
