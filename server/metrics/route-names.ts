import type { Route } from '../http/routes.ts'

type Node = { children: Map<string, Node>; routes: Map<string, string> }

const PARAMETER = '{}'
const newNode = (): Node => ({ children: new Map(), routes: new Map() })

/** Addresses that are no part of the API's document, by how they start. */
const OTHERS = ['/assets', '/mcp', '/qase', '/testrail', '/index.php', '/.well-known']

/**
 * Names the route of a request: the address with its parameters in the document, or the procedures of tRPC. Only known
 * names, so that callers cannot make new series.
 */
export class RouteNames {
  readonly #root = newNode()
  readonly #procedures: ReadonlySet<string>
  readonly #prefix: string

  constructor(routes: Route[], procedures: string[], prefix = '') {
    this.#procedures = new Set(procedures)
    this.#prefix = prefix
    for (const { method, path } of routes) {
      let node = this.#root
      for (const part of partsOf(path)) node = childOf(node, part.startsWith('{') ? PARAMETER : part)
      node.routes.set(method, `/api${path}`)
    }
  }

  nameOf(method: string, url: string): string {
    const [whole = ''] = url.split('?', 1)
    const path = whole.startsWith(`${this.#prefix}/`) ? whole.slice(this.#prefix.length) : whole
    if (path.startsWith('/api/')) return this.#addressOf(method, path.slice('/api'.length))
    if (path.startsWith('/trpc/')) return this.#procedureOf(path.slice('/trpc/'.length))
    return OTHERS.find((start) => path.startsWith(start)) ?? 'page'
  }

  #addressOf(method: string, path: string): string {
    const read = method === 'HEAD' ? 'GET' : method
    return find(this.#root, partsOf(path), read) ?? '/api'
  }

  /** The client sends several calls as one request. */
  #procedureOf(path: string): string {
    const names = path.split(',')
    if (names.length > 1) return '/trpc (several)'
    const [name = ''] = names
    return this.#procedures.has(name) ? `/trpc/${name}` : '/trpc'
  }
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

function childOf(node: Node, part: string): Node {
  const child = node.children.get(part) ?? newNode()
  node.children.set(part, child)
  return child
}

/** Literal parts win over parameters, as in the gateway. */
function find(node: Node, [part, ...rest]: string[], method: string): string | undefined {
  if (part === undefined) return node.routes.get(method)
  for (const name of [part, PARAMETER]) {
    const child = node.children.get(name)
    const found = child && find(child, rest, method)
    if (found !== undefined) return found
  }
  return undefined
}
