import { type Request, type Response, Router } from 'express'
import { DomainError } from '#shared/errors.ts'
import { NAME_MAX } from '#shared/limits.ts'
import { refuseEncoding, chunksOf } from '../../attachments/attachment-body.ts'
import { storeEarlyFile } from '../../attachments/early-files.ts'
import { looksLikeToken } from '../../api-tokens/token-text.ts'
import { type Actor, callerOf } from '../../authorize.ts'
import type { ActorContext, Context, Services } from '../../context.ts'
import { readJson } from '../../http/bodies.ts'
import { BODY_LIMIT, tooLarge } from '../../http/body-size.ts'
import { askForBody, closeAfterAnswer, closeIfUnread } from '../../http/connections.ts'
import { apiHeaders } from '../../http/headers.ts'
import { takeFiles } from '../../http/multipart.ts'
import { pathPrefix } from '../../http/path-prefix.ts'
import { createContext } from '../../http/request.ts'
import { cleanName } from '../../test-reports/readers/clean-text.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { identifyCaller, inputInSlices, inputOf } from '../../trpc.ts'
import { readEnvironments } from './environments.service.ts'
import { answerQaseError, sendQaseError } from './qase-errors.ts'
import { EnvironmentQuery, ExternalIssues, NewResults, NewRun, RunNumber } from './qase.inputs.ts'
import {
  completeQaseRun,
  linkQaseRuns,
  pageOfQaseRun,
  pathOfRun,
  recordQaseResults,
  startQaseRun,
} from './qase.service.ts'

const MB = 1024 * 1024

/** 200 results, as the reporters send them, with long traces. */
const RESULTS_LIMIT = 32 * MB

/** The most that reporters send in one request. */
const FILES = 20

type Called = { ctx: ActorContext; req: Request; projectId: string }
type Call = {
  method: 'get' | 'post' | 'patch'
  path: string
  status?: number
  /** The limit of the body in bytes; without one, it is not read. */
  limit?: (services: Services) => number
  answer: (called: Called) => Promise<unknown>
}

const CALLS: Call[] = [
  {
    method: 'post',
    path: '/v1/run/:code',
    limit: () => BODY_LIMIT,
    answer: async ({ ctx, req, projectId }) =>
      await startQaseRun(ctx, projectId, inputOf(NewRun, await bodyOf(ctx, req, BODY_LIMIT))),
  },
  {
    method: 'post',
    path: '/v1/run/:code/external-issue',
    limit: () => BODY_LIMIT,
    answer: async ({ ctx, req, projectId }) =>
      await linkQaseRuns(ctx, projectId, inputOf(ExternalIssues, await bodyOf(ctx, req, BODY_LIMIT))),
  },
  {
    method: 'post',
    path: '/v1/run/:code/:id/complete',
    answer: async ({ ctx, req, projectId }) => await completeQaseRun(ctx, projectId, numberIn(req)),
  },
  {
    method: 'patch',
    path: '/v1/run/:code/:id/public',
    answer: async ({ ctx, req, projectId }) => ({ url: await pageOfQaseRun(ctx, projectId, numberIn(req)) }),
  },
  {
    method: 'post',
    path: '/v2/:code/run/:id/results',
    status: 202,
    limit: () => RESULTS_LIMIT,
    answer: async ({ ctx, req, projectId }) => {
      const number = numberIn(req)
      const { results } = await inputInSlices(NewResults, await bodyOf(ctx, req, RESULTS_LIMIT))
      await recordQaseResults(ctx, projectId, number, results)
    },
  },
  {
    method: 'post',
    path: '/v1/attachment/:code',
    limit: ({ config }) => FILES * config.ATTACHMENT_MAX_MB * MB,
    answer: storeFiles,
  },
  {
    method: 'get',
    path: '/v1/environment/:code',
    answer: async ({ ctx, req, projectId }) => {
      const { slug } = inputOf(EnvironmentQuery, req.query)
      const found = await readEnvironments(ctx, projectId, slug || undefined)
      return pageOf(found.map(({ number, environment }) => ({ id: number, slug: environment, title: environment })))
    },
  },
  ...['/v1/configuration', '/v1/configuration/:code'].map((path): Call => ({
    method: 'get',
    path,
    answer: async () => await Promise.resolve(pageOf([])),
  })),
]

/** The calls of Qase's API that its reporters make. Mount it under /qase. */
export function qaseApi(services: Services): Router {
  const api = Router()
  api.use(apiHeaders)
  for (const call of CALLS)
    api[call.method](call.path, (req, res, next) => void serve(services, call, req, res).catch(next))
  api.get('/run/:code/dashboard/:id', (req, res) => res.redirect(pathPrefix(services.config) + pageFor(req)))
  api.use((_req, res) => sendQaseError(res, 404, 'Assay does not support this call'))
  api.use(answerQaseError(services))
  return api
}

async function serve(services: Services, { status = 200, limit, answer }: Call, req: Request, res: Response) {
  const ctx = createContext(services, withToken(req))
  const { actor, projectId } = await senderOf(ctx)
  ctx.request.caller = projectId
  const most = limit?.(services) ?? BODY_LIMIT
  if (Number(req.headers['content-length'] ?? 0) > most) {
    closeAfterAnswer(res)
    throw tooLarge(most)
  }
  if (limit) askForBody(req, res)
  const result = await answer({ ctx: { ...ctx, actor }, req, projectId })
  if (!limit) closeIfUnread(res)
  res.status(status).json({ status: true, ...(result !== undefined && { result }) })
}

/** A project, or a person whose token is for one project. */
async function senderOf(ctx: Context): Promise<{ actor: Actor; projectId: string }> {
  const actor = await identifyCaller(ctx, 'record')
  const [projectId, ...more] = actor.kind === 'machine' ? [actor.projectId] : (actor.token?.projectIds ?? [])
  if (projectId === undefined || more.length > 0)
    throw new DomainError('FORBIDDEN', 'Sign in with projectId:secret, or a token for one project')
  if (actor.token) await findProject(ctx.db, actor, projectId, 'run.record')
  return { actor, projectId }
}

/** The header of Qase says `Token: projectId:secret`, or names an API token. */
function withToken(req: Request): Request {
  const token = req.get('Token')
  if (token === undefined) delete req.headers.authorization
  else if (looksLikeToken(token)) req.headers.authorization = `Bearer ${token}`
  else req.headers.authorization = `Basic ${Buffer.from(token).toString('base64')}`
  return req
}

const bodyOf = async ({ request }: ActorContext, req: Request, limit: number) =>
  await readJson(req, { caller: request.caller, limit })

const numberIn = ({ params }: Request) => inputOf(RunNumber, params['id'])

const pageOf = <T>(entities: T[]) => {
  return { total: entities.length, filtered: entities.length, count: entities.length, entities }
}

async function storeFiles({ ctx, req, projectId }: Called) {
  refuseEncoding(req)
  const fileBytes = ctx.config.ATTACHMENT_MAX_MB * MB
  const caller = callerOf(ctx.actor)
  return await takeFiles(req, { files: FILES, fileBytes, noun: 'attachment' }, async ({ name, stream }) => {
    const file = await storeEarlyFile(
      ctx,
      { projectId, name: cleanName(name).slice(-NAME_MAX) || 'attachment' },
      chunksOf(stream, { limit: fileBytes, caller }),
    )
    return { hash: file.id, filename: file.name, mime: file.type, extension: '', size: file.size, url: '' }
  })
}

/** A reporter prints this address. Its code tells the project if it is the project's id. */
function pageFor({ params }: Request): string {
  const number = RunNumber.safeParse(params['id'])
  const code = String(params['code'])
  return /^[0-9a-f-]{36}$/i.test(code) && number.success ? pathOfRun(code, number.data) : '/projects'
}
