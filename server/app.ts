import { createExpressMiddleware } from '@trpc/server/adapters/express'
import compression from 'compression'
import express, { type Express } from 'express'
import { ATTACHMENT_ROUTES } from './attachments/attachments.route.ts'
import { AUDIT_ROUTES } from './audit/audit.route.ts'
import { StartError } from './config.ts'
import type { Services } from './context.ts'
import { addMcpRoute } from './doors/mcp/mcp.route.ts'
import { qaseApi } from './doors/qase/qase.route.ts'
import { addTestRailRoutes } from './doors/testrail/testrail.route.ts'
import { EXPORT_ROUTES } from './exports/exports.route.ts'
import { accessLog } from './http/access-log.ts'
import { longBodiesInTurns } from './http/bodies.ts'
import { browserApp } from './http/browser-app.ts'
import { allowCompressLarge, compressLarge } from './http/compression.ts'
import { answerError, logUnexpected } from './http/errors.ts'
import { refuseDeclaredSize } from './http/body-size.ts'
import { addRestGateway, limitedRoutesOf } from './http/gateway.ts'
import { closeIfUnread } from './http/connections.ts'
import { health, HEALTH_ROUTE } from './http/health.ts'
import { allowOrigins, apiHeaders, browserAppHeaders, strictTransport, unlisted } from './http/headers.ts'
import { addPlainRoutes, limitedPlainRoutes, type PlainRoute } from './http/plain-routes.ts'
import { operationsOf, proceduresOf } from './http/routes.ts'
import { addSecurityTxt } from './http/security-txt.ts'
import { pathPrefix, underPrefix } from './http/path-prefix.ts'
import { createContext } from './http/request.ts'
import { hideBody, readInputsLate, refuseForTrpc } from './http/trpc-requests.ts'
import { liveRoutes } from './live/live.route.ts'
import { addOpenApiDocuments, DOCUMENT_ROUTES } from './openapi/serve.ts'
import { addUnsubscribeRoute } from './notices/unsubscribe.route.ts'
import { appRouter } from './router.ts'
import { BADGE_ROUTES } from './shares/badges.route.ts'
import { IMPORT_ROUTES } from './imports/imports.route.ts'
import { OIDC_ROUTES } from './identities/oidc.route.ts'
import { REPORT_ROUTES } from './test-reports/test-reports.route.ts'

const TRPC_BATCH_LIMIT = 20

/** What one port serves: REST under /api, tRPC under /trpc, the browser app elsewhere. */
export function createApp(services: Services): Express {
  const { config, log } = services
  const app = express()
  const prefix = pathPrefix(config)
  trustProxy(app, config.TRUST_PROXY)
  app.disable('x-powered-by')
  app.disable('etag')
  allowCompressLarge(app)
  app.use(accessLog(log), longBodiesInTurns, ...strictTransport(config), underPrefix(prefix))
  addSecurityTxt(app, config)
  app.use(['/api', '/trpc'], apiHeaders, ...allowOrigins(config.CORS_ORIGINS))
  app.use(['/shared', '/api/shared-runs', '/api/badges'], unlisted)
  app.use('/qase', qaseApi(services))
  addTestRailRoutes(app, services)
  addMcpRoute(app, services, appRouter)
  const limited = [...limitedRoutesOf(operationsOf(appRouter)), ...limitedPlainRoutes(PLAIN_ROUTES, config)]
  app.use(refuseDeclaredSize(limited))
  app.use('/api', restApi(services))
  app.use('/trpc', refuseForTrpc, hideBody, liveRoutes(appRouter, services))
  app.use(
    '/trpc',
    compression(),
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req, info }) => {
        const ctx = createContext(services, req)
        readInputsLate(info, ctx, req)
        return ctx
      },
      maxBatchSize: TRPC_BATCH_LIMIT,
      onError: ({ error, path, ctx, req: { res } }) => {
        if (res) closeIfUnread(res)
        logUnexpected(services, error, path, ctx)
      },
    }),
  )
  addUnsubscribeRoute(app, services)
  app.use(browserAppHeaders(), compression())
  app.use(browserApp(prefix))
  app.use(answerError(services))
  return app
}

/** One flat router: Express defers to the event loop before a request leaves a nested router. */
function restApi(services: Services): express.Router {
  const api = express.Router()
  api.use(compressLarge)
  api.get('/health', health(services))
  addOpenApiDocuments(api, services)
  addPlainRoutes(api, services, PLAIN_ROUTES)
  addRestGateway(api, appRouter, services, OTHER_ROUTES)
  return api
}

const PLAIN_ROUTES: PlainRoute[] = [
  ...REPORT_ROUTES,
  ...IMPORT_ROUTES,
  ...ATTACHMENT_ROUTES,
  ...EXPORT_ROUTES,
  ...AUDIT_ROUTES,
  ...BADGE_ROUTES,
  ...OIDC_ROUTES,
]

/** What is under /api besides the procedures. */
const OTHER_ROUTES = [HEALTH_ROUTE, ...DOCUMENT_ROUTES, ...PLAIN_ROUTES]

/** All that can be called, to count it by name. */
export const callable = () => ({
  routes: [...operationsOf(appRouter).map(({ route }) => route), ...OTHER_ROUTES],
  procedures: Object.keys(proceduresOf(appRouter)),
})

function trustProxy(app: Express, setting: boolean | number | string | undefined): void {
  if (setting === undefined) return
  try {
    app.set('trust proxy', setting)
  } catch (error) {
    throw new StartError(`TRUST_PROXY: ${(error as Error).message}`)
  }
}
