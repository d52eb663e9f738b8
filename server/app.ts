import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import compression from 'compression'
import cors from 'cors'
import { sql } from 'kysely'
import express, { type Express } from 'express'
import helmet from 'helmet'
import { accessLog } from './access-log.ts'
import { StartError } from './config.ts'
import type { Services } from './context.ts'
import { openApiDocuments } from './openapi.ts'
import { createContext } from './request.ts'
import { liveRoutes } from './live/live.route.ts'
import { answerError, sendError } from './rest-front.ts'
import { logUnexpected, restGateway } from './rest.ts'
import { appRouter } from './router.ts'
import { reportRoutes } from './test-reports/test-reports.route.ts'

const TRPC_BODY_LIMIT = 4 * 1024 * 1024
const TRPC_BATCH_LIMIT = 20

/** All that one port serves: REST under /api, tRPC under /trpc, and the browser app everywhere else. */
export function createApp(services: Services): Express {
  const { config, log } = services
  const app = express()
  trustProxy(app, config.TRUST_PROXY)
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(accessLog(log))
  app.use(['/api', '/trpc'], apiHeaders, allowOrigins(config.CORS_ORIGINS), compression())
  app.get('/api/health', health(services))
  app.use('/api', openApiDocuments(services), reportRoutes(services), restGateway(appRouter, services))
  app.use('/trpc', liveRoutes(appRouter, services))
  app.use(
    '/trpc',
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req }) => createContext(services, req),
      maxBodySize: TRPC_BODY_LIMIT,
      maxBatchSize: TRPC_BATCH_LIMIT,
      onError: ({ error, path, ctx }) => logUnexpected(services, error, path, ctx),
    }),
  )
  app.use(pageHeaders(), compression())
  app.use(browserApp())
  app.use(answerError(services))
  return app
}

function trustProxy(app: Express, setting: boolean | number | string | undefined): void {
  if (setting === undefined) return
  try {
    app.set('trust proxy', setting)
  } catch (error) {
    throw new StartError(`TRUST_PROXY: ${(error as Error).message}`)
  }
}

/** Data is never to be run, framed or kept. Of helmet's headers the others are about pages. */
const API_HEADERS = new Map([
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
])

const apiHeaders: express.RequestHandler = (_req, res, next) => {
  res.setHeaders(API_HEADERS)
  next()
}

function allowOrigins(origins: string[]): express.RequestHandler {
  if (origins.length === 0) return (_req, _res, next) => next()
  return cors({ origin: origins, exposedHeaders: ['X-Total-Count', 'Link', 'Retry-After', 'Idempotency-Replayed'] })
}

function pageHeaders() {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
}

function health({ db, log }: Services): express.RequestHandler {
  return async (_req, res) => {
    try {
      await sql`select 1`.execute(db)
      res.json({ status: 'ok' })
    } catch (error) {
      log.error({ err: error }, 'the database does not answer')
      sendError(res, 503, 'SERVICE_UNAVAILABLE', 'The database does not answer')
    }
  }
}

/** The built browser app; every path that is no file and no API path is one of its screens. */
function browserApp(): express.Router {
  const folder = fileURLToPath(new URL('../dist', import.meta.url))
  const router = express.Router()
  router.use('/assets', express.static(`${folder}/assets`, { immutable: true, maxAge: '1y', fallthrough: false }))
  router.use(express.static(folder, { index: false, maxAge: 0 }))
  router.get(/.*/, (req, res) => {
    if (/^\/(api|trpc|invite)\//.test(req.path) || !existsSync(`${folder}/index.html`))
      return sendError(res, 404, 'NOT_FOUND', 'No such address')
    res.setHeader('Cache-Control', 'no-cache')
    res.sendFile('index.html', { root: folder })
  })
  router.use((_req, res) => sendError(res, 404, 'NOT_FOUND', 'No such address'))
  return router
}
