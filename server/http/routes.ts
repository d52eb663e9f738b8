import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { OpenApiRouter } from 'trpc-to-openapi'
import type { Meta, RestRoute } from '../meta.ts'

export type Route = { method: string; path: string }

/** A procedure at one of its REST addresses. */
export type Operation = {
  id: string
  /** The procedure's path in the app router, such as `testRuns.start`. */
  name: string
  isAlias: boolean
  route: RestRoute
  meta: Meta
  procedure: AnyProcedure
}

/**
 * One operation per address of a procedure: `meta.openapi`, then each of `meta.alsoAt`. Addresses with the fewest
 * parameters come first, because the library serves the first match.
 */
export function operationsOf(appRouter: AnyRouter): Operation[] {
  const operations = Object.entries(proceduresOf(appRouter)).flatMap(([name, procedure]) => {
    const meta = metaOf(procedure)
    const { openapi, alsoAt = [] } = meta
    if (!openapi) return []
    return [openapi, ...alsoAt].map((address, index) => ({
      id: name.replaceAll('.', '_') + (index === 0 ? '' : placeOf(address)),
      name,
      isAlias: index > 0,
      route: { ...openapi, ...address },
      meta,
      procedure,
    }))
  })
  return operations.toSorted((a, b) => parametersOf(a.route).length - parametersOf(b.route).length)
}

/** What tells an alias from the first address: `UnderCases` for `/test-cases/…`. */
function placeOf({ path }: Route): string {
  const noun = path.split('/')[1]?.split('-').at(-1) ?? ''
  return `Under${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

/** The operations as a router for the library, in which every procedure has one address. */
export function routerOf(operations: Operation[]): OpenApiRouter {
  const procedures = operations.map(({ id, route, meta, procedure }) => [
    id,
    { _def: { ...procedure._def, meta: { ...meta, openapi: { operationId: id, ...route } } } },
  ])
  return { _def: { procedures: Object.fromEntries(procedures) } } as never
}

export function proceduresOf(router: AnyRouter): Record<string, AnyProcedure> {
  return router._def.procedures
}

export function metaOf({ _def }: AnyProcedure): Meta {
  return (_def as { meta?: Meta }).meta ?? {}
}

export function parametersOf({ path }: Route): string[] {
  return Array.from(path.matchAll(/\{(.+?)\}/g), ([, name]) => name as string)
}

/** Matches the same paths as the library does for a route such as `/test-runs/{testRunId}`. */
export function patternOf({ path }: Route): RegExp {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{.+?\}/g, '[^/]+')
  return new RegExp(`^${pattern}/?$`, 'i')
}
