import type { AnyProcedure } from '@trpc/server'
import type { Meta } from '../meta.ts'

type Input = Record<string, unknown>

/** The REST call of a procedure with this input: path parameters, then the query or the body. */
export function restCallOf({ _def }: AnyProcedure, input: Input = {}): { method: string; path: string; body?: Input } {
  const { method, path: pattern } = (_def.meta as Required<Meta>).openapi
  const rest = new Map(Object.entries(input))
  const path = pattern.replace(/\{(.+?)\}/g, (_, name: string) => {
    const part = encodeURIComponent(rest.get(name) as string)
    rest.delete(name)
    return part
  })
  if (method !== 'GET') return { method, path, body: Object.fromEntries(rest) }
  return { method, path: rest.size > 0 ? `${path}?${queryOf(rest)}` : path }
}

/** Lists become repeated parameters. */
function queryOf(fields: Map<string, unknown>): URLSearchParams {
  return new URLSearchParams([...fields].flatMap(([name, given]) => [given].flat().map((one) => [name, String(one)])))
}
