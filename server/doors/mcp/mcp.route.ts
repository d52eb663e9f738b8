import type { Express, Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { DomainError } from '#shared/errors.ts'
import { callerOf } from '../../authorize.ts'
import type { Services } from '../../context.ts'
import { readJson, refuseOtherTypes } from '../../http/bodies.ts'
import { BODY_LIMIT, tooLarge } from '../../http/body-size.ts'
import { askForBody, closeAfterAnswer, closeIfUnread } from '../../http/connections.ts'
import { sendError, sendNoSuchAddress } from '../../http/errors.ts'
import { allowOrigins, apiHeaders } from '../../http/headers.ts'
import { createContext, originOf } from '../../http/request.ts'
import type { AppRouter } from '../../router.ts'
import { identifyCaller, inputOf } from '../../trpc.ts'
import { openDoor } from './door.ts'

const Address = z.object({ project: z.string({ error: 'project must be text' }).optional() })

/** Messages in one request of an older client. */
const MESSAGES_MAX = 20

/** Clients ask there how to sign in when a credential is refused. The page of the browser app would confuse them. */
const SIGN_IN_PATHS = /^\/\.well-known\/(oauth|openid)-.*$/

/** The tools for agents at /mcp: streamable HTTP without sessions. */
export function addMcpRoute(app: Express, services: Services, router: AppRouter): void {
  app.use('/mcp', apiHeaders, refuseOrigins(services), ...allowOrigins(services.config.CORS_ORIGINS))
  app.post('/mcp', refuseOtherTypes, (req, res, next) => void answer(services, router, req, res).catch(next))
  app.use('/mcp', onlyPost)
  app.use(SIGN_IN_PATHS, (_req, res) => sendNoSuchAddress(res))
}

/** A page of another site must not use the tools of whoever opens it. */
function refuseOrigins({ config }: Services): RequestHandler {
  const known = new Set(config.CORS_ORIGINS)
  if (config.PUBLIC_URL !== undefined) known.add(new URL(config.PUBLIC_URL).origin)
  return (req, res, next) => {
    const { origin } = req.headers
    if (origin === undefined || known.has(origin) || origin === originOf(req)) return next()
    sendError(
      res,
      403,
      'FORBIDDEN',
      'Calls from pages of this origin are not allowed. CORS_ORIGINS names those that are',
    )
  }
}

const onlyPost: RequestHandler = (req, res, next) => {
  if (req.path !== '/') return next()
  res.set('Allow', 'POST')
  sendError(res, 405, 'METHOD_NOT_SUPPORTED', 'Send messages with POST')
}

async function answer(services: Services, router: AppRouter, req: Request, res: Response): Promise<void> {
  // Their meaning is that of REST: a call of a tool may be several of those.
  for (const name of ['idempotency-key', 'if-match', 'if-none-match']) delete req.headers[name]
  const ctx = createContext(services, req)
  const actor = await identifyCaller(ctx, 'read')
  ctx.request.caller = callerOf(actor)
  if (Number(req.headers['content-length'] ?? 0) > BODY_LIMIT) {
    closeAfterAnswer(res)
    throw tooLarge(BODY_LIMIT)
  }
  askForBody(req, res)
  const body = await readJson(req, { caller: ctx.request.caller, limit: BODY_LIMIT })
  if (typeof body !== 'object' || body === null) throw new DomainError('BAD_REQUEST', 'Send a JSON-RPC message')
  if (Array.isArray(body) && body.length > MESSAGES_MAX)
    throw new DomainError('BAD_REQUEST', `Send at most ${MESSAGES_MAX} messages at once`)
  const { answerMcp } = await import('./mcp-server.ts')
  const { project } = inputOf(Address, req.query)
  await answerMcp(openDoor(router, { ...ctx, actor }, project), body, req, res)
  closeIfUnread(res)
}
