import type { Request, Response } from 'express'
import { DomainError } from '#shared/errors.ts'
import type { Context, Services } from '../context.ts'
import { BODY_LIMIT } from '../http/body-size.ts'
import { admitAnyone } from '../http/identify.ts'
import type { PlainRoute } from '../http/plain-routes.ts'
import { readBytes } from '../http/read-bytes.ts'
import { createContext } from '../http/request.ts'
import { addressOfRefusal, answerOfProvider } from './callback.ts'
import { endByProvider } from './backchannel-logout.ts'
import { beginFlow } from './flow.ts'

/* Where browsers leave for a provider and come back, and where a provider calls. */

export const OIDC_ROUTES: PlainRoute[] = [
  { method: 'GET', path: '/auth/oidc/{id}/start', answer: start },
  { method: 'GET', path: '/auth/oidc/{id}/callback', answer: comeBack },
  { method: 'POST', path: '/auth/oidc/{id}/backchannel-logout', answer: logOut },
]

async function start(services: Services, req: Request, res: Response): Promise<void> {
  const { ctx, provider } = await open(services, req)
  const address = await beginFlow(ctx, provider, { to: pathOf(req.query['to']) }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'BAD_GATEWAY') return addressOfRefusal(ctx, '/login', error)
    throw error
  })
  send(res, address)
}

async function comeBack(services: Services, req: Request, res: Response): Promise<void> {
  const { ctx, provider } = await open(services, req)
  send(res, await answerOfProvider(ctx, provider, new URL(req.originalUrl, 'http://any').search))
}

async function logOut(services: Services, req: Request, res: Response): Promise<void> {
  const ctx = createContext(services, req)
  try {
    await endByProvider(ctx, providerOf(services, req), await logoutTokenOf(req, ctx))
  } catch (error) {
    // A provider may end many sessions at once.
    ctx.anonymousCalls.count(ctx.request.network)
    throw error
  }
  res.status(204).end()
}

async function open(services: Services, req: Request) {
  const ctx = createContext(services, req)
  await admitAnyone(ctx)
  return { ctx, provider: providerOf(services, req) }
}

const providerOf = ({ providers }: Services, { params }: Request) => providers.get(String(params['id']))

function send(res: Response, address: string): void {
  res.status(302).set({ 'Cache-Control': 'no-store', Location: address }).end()
}

/** A path of our app. The browser app opens it without leaving the page, so it leads nowhere else. */
const pathOf = (to: unknown) => (typeof to === 'string' && /^\/(?![/\\])[\x21-\x7E]{0,500}$/.test(to) ? to : null)

async function logoutTokenOf(req: Request, ctx: Context): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/x-www-form-urlencoded')
  const form = await readBytes(
    req,
    { caller: ctx.request.network, limit: BODY_LIMIT },
    async (bytes) => new URLSearchParams(bytes.toString('utf8')),
  )
  return form.get('logout_token') ?? ''
}
