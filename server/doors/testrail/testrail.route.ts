import compression from 'compression'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { Verb } from '#shared/permissions.ts'
import { noteArrival } from '../../arrivals/arrivals.service.ts'
import type { Services } from '../../context.ts'
import { tooLarge } from '../../http/body-size.ts'
import { askForBody, closeAfterAnswer, closeIfUnread } from '../../http/connections.ts'
import { apiHeaders } from '../../http/headers.ts'
import { admitAnyone } from '../../http/identify.ts'
import { parseJson } from '../../http/parse-json.ts'
import { pathPrefix } from '../../http/path-prefix.ts'
import { readBytes } from '../../http/read-bytes.ts'
import { createContext } from '../../http/request.ts'
import { type Address, addressOf, type PageAddress, pageAddressOf } from './address.ts'
import type { Door, Method } from './door.ts'
import { isUnsupported, READS, UPLOADS, WRITES } from './methods.ts'
import { pathOfPage } from './page-paths.ts'
import { answerRefusals, sendRefusal } from './refusals.ts'
import { onlyProjectOf, signIn } from './sign-in.ts'

const MB = 1024 * 1024

/** 5,000 results with a few lines of comment each. */
const BODY_LIMIT = 32 * MB

const PATHS = ['/index.php', '/testrail/:project/index.php']

/** TestRail's API at its own addresses, below the base or for one project. Everything else passes. */
export function addTestRailRoutes(app: Express, services: Services): void {
  app.use((req, _res, next) => {
    // Callers whose address ends in a slash add another one.
    if (/^\/\/+(index\.php|testrail\/)/.test(req.url)) req.url = req.url.replace(/^\/+/, '/')
    if (/^\/testrail\/[^/?]+\/\/+index\.php/.test(req.url)) req.url = req.url.replace(/\/+index\.php/, '/index.php')
    next()
  })
  const called: RequestHandler[] = [
    ifCalled(apiHeaders),
    ifCalled(compression()),
    (req, res, next) => {
      answerCall(services, req, res, next).catch((error) => answerRefusals(services)(error, req, res, next))
    },
  ]
  for (const path of PATHS) app.get(path, leadToPage(services), ...called).post(path, ...called)
}

const searchOf = ({ originalUrl }: Request) => originalUrl.slice(originalUrl.indexOf('?') + 1 || originalUrl.length)

/** Runs a handler only for calls of the API. */
const ifCalled =
  (handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    /api(\/|%2f)v2/i.test(searchOf(req)) ? handler(req, res, next) : next()

function leadToPage(services: Services): RequestHandler {
  return (req, res, next) => {
    const page = pageAddressOf(searchOf(req))
    if (!page) return next()
    lead(req, page).then((path) => res.redirect(pathPrefix(services.config) + path), next)
  }

  /** Counted as an anonymous call. Otherwise numbers could be tried one after the other. */
  async function lead(req: Request, page: PageAddress): Promise<string> {
    await admitAnyone(createContext(services, req))
    return await pathOfPage(services.db, page, projectIn(req))
  }
}

const projectIn = ({ params }: Request) => params['project'] as string | undefined

async function answerCall(services: Services, req: Request, res: Response, next: () => void): Promise<void> {
  const address = addressOf(searchOf(req))
  if (!address) return next()
  const method = methodOf(address, req)
  if (typeof method === 'string') return sendRefusal(res, method.startsWith('No ') ? 404 : 400, method)
  // Their meaning is Assay's own: callers of this API do not know them.
  for (const name of ['idempotency-key', 'if-match', 'if-none-match']) delete req.headers[name]
  const ctx = await signIn(services, req, method.verbs)
  const onlyProject = await onlyProjectOf(ctx, projectIn(req))
  const door: Door = { ...ctx, onlyProject, app: ctx.request.baseUrl }
  const body = await bodyOf(door, method, req, res)
  const answer = await method.answer(door, { ...address, body, req, res })
  if (door.onlyProject !== undefined && req.method === 'POST') await noteArrival(services, door.onlyProject, 'testrail')
  if (answer === undefined) return
  closeIfUnread(res)
  res.json(answer)
}

type Found = { answer: Method; reads: 'nothing' | 'json' | 'form'; verbs: readonly [Verb, ...Verb[]] }

/** Of an API token. What a write changes decides which of them it needs. */
const WRITING = ['record', 'write', 'manage'] as const

function methodOf({ method }: Address, req: Request): Found | string {
  const of = (methods: Record<string, Method>) => (Object.hasOwn(methods, method) ? methods[method] : undefined)
  const read = of(READS)
  if (read) return { answer: read, reads: 'nothing', verbs: ['read'] }
  const [write, upload] = [of(WRITES), of(UPLOADS)]
  if ((write || upload) && req.method !== 'POST') return `${method} is called with POST`
  if (write) return { answer: write, reads: 'json', verbs: WRITING }
  if (upload) return { answer: upload, reads: 'form', verbs: WRITING }
  return isUnsupported(method) ? `${method} is not supported by Assay` : `No such method: ${method.slice(0, 100)}`
}

async function bodyOf({ request, config }: Door, { reads }: Found, req: Request, res: Response): Promise<unknown> {
  if (reads === 'nothing') return {}
  const limit = reads === 'form' ? (config.ATTACHMENT_MAX_MB + 1) * MB : BODY_LIMIT
  if (Number(req.headers['content-length'] ?? 0) > limit) {
    closeAfterAnswer(res)
    throw tooLarge(limit)
  }
  askForBody(req, res)
  if (reads === 'form') return {}
  const isBlank = (bytes: Buffer) => bytes.length < 100 && bytes.toString('latin1').trim() === ''
  return await readBytes(req, { caller: request.caller, limit }, async (bytes) =>
    isBlank(bytes) ? {} : await parseJson(bytes),
  )
}
