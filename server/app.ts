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
import { answerError, logUnexpected, restGateway, sendError } from './rest.ts'
import { appRouter } from './router.ts'

const TRPC_BODY_LIMIT = 4 * 1024 * 1024
const TRPC_BATCH_LIMIT = 20

/** All that one port serves: REST under /api, tRPC under /trpc, and the browser app everywhere else. */
export function createApp(services: Services): Express {
  const { config, log } = services
  const app = express()
  trustProxy(app, config.TRUST_PROXY)
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(accessLog(log), securityHeaders(), compression())
  if (config.CORS_ORIGINS.length > 0)
    app.use(['/api', '/trpc'], cors({ origin: config.CORS_ORIGINS, exposedHeaders: ['X-Total-Count', 'Link', 'Retry-After'] }))
  app.use(['/api', '/trpc'], (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    next()
  })
  app.get('/api/health', health(services))
  app.use('/api', openApiDocuments(services))
  app.use('/api', restGateway(appRouter, services))
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

function securityHeaders() {
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
