import type { Router } from 'express'
import type { Services } from '../context.ts'
import { originOf } from '../http/request.ts'
import type { Route } from '../http/routes.ts'

/** 3.0.3 is for client generators that do not support 3.1. */
const VERSIONS = { '/openapi.json': '3.1.0', '/openapi-3.0.json': '3.0.3' } as const

/** Documents are cached by version and by the host name that callers use. */
const CACHE_SIZE = 10

export const DOCUMENT_ROUTES: Route[] = Object.keys(VERSIONS).map((path) => ({ method: 'GET', path }))

export function addOpenApiDocuments(api: Router, { config }: Services): void {
  const cache = new Map<string, object>()
  for (const [path, openApiVersion] of Object.entries(VERSIONS))
    api.get(path, async (req, res) => {
      // Loaded with the first document.
      const { openApiDocument } = await import('./document.ts')
      const serverUrl = `${config.PUBLIC_URL ?? originOf(req)}/api`
      const key = `${openApiVersion} ${serverUrl}`
      const document = cache.get(key) ?? openApiDocument(openApiVersion, config.version, serverUrl)
      if (cache.size >= CACHE_SIZE) cache.clear()
      cache.set(key, document)
      res.json(document)
    })
}
