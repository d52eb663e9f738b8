import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { BODY_LIMIT, bodyLimitOf, SMALL_BODY } from '../http/body-size.ts'
import { metaOf, proceduresOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { BOUND_OF, BOUND_OF_PLAIN } from '../testing/bounds-table.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Every route has a row in the table of bounds, and only declared calls accept a larger body. */

const { services } = await useTestServer()
const procedures = Object.entries(proceduresOf(appRouter)).map(([path, procedure]) => ({
  path,
  meta: metaOf(procedure),
  type: procedure._def.type,
}))

type Layer = {
  route?: { path: string; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
  match: (path: string) => boolean
}

/** The plain routes in Express, without those of the browser app. */
function plainRoutes(layers: Layer[], prefix = ''): string[] {
  return layers.flatMap((layer) => {
    const { route, handle } = layer
    if (route)
      return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${prefix}${nameOf(route.path)}`)
    const below = ['/api', '/trpc', '/qase'].find((each) => prefix === '' && !layer.match('/') && layer.match(each))
    return handle.stack && below !== undefined ? plainRoutes(handle.stack, below) : []
  })
}

const nameOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

test('every procedure and every plain route has a bound, and no other has', () => {
  expect(Object.keys(BOUND_OF).toSorted()).toEqual(procedures.map(({ path }) => path).toSorted())
  const { router } = createApp(services) as unknown as { router: { stack: Layer[] } }
  const listed = Object.keys(BOUND_OF_PLAIN).filter((route) => route !== 'GET *')
  expect(listed.toSorted()).toEqual(plainRoutes(router.stack).toSorted())
})

test('only bulk recordings take a body above the standard limit, and nobody above 64 kB without a credential', () => {
  const limits = procedures.map(({ path, meta }) => ({ path, meta, limit: bodyLimitOf(meta) }))
  expect(limits.filter(({ limit }) => limit > BODY_LIMIT).map(({ path }) => path)).toEqual(['testResults.recordMany'])
  for (const { meta, limit, path } of limits)
    if (meta.callers === 'anyone') expect(limit, path).toBeLessThanOrEqual(SMALL_BODY)
})

test('a call whose work grows with its input, or that hides, is a write', () => {
  const reads = procedures.filter(
    ({ path, type }) => type === 'query' && BOUND_OF[path as keyof typeof BOUND_OF] === 'hidden',
  )
  expect(reads).toEqual([])
})
