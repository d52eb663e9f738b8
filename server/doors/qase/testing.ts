import type { TestServer } from '../../testing/server.ts'

type Project = { id: string; clientSecret: string }
type Given = { body?: unknown; headers?: Record<string, string> }

/** Calls the API of Qase as its reporters do. */
export function qaseClient({ url }: TestServer, { id, clientSecret }: Project, code = 'SHOP') {
  const call = async (method: string, path: string, { body, headers }: Given = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/qase${path}`, {
      method,
      redirect: 'manual',
      headers: {
        Token: `${id}:${clientSecret}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return {
    call,
    start: async (run: object = {}): Promise<number> => {
      const body = { title: 'Nightly', description: '', is_autotest: true, cases: [], tags: [], ...run }
      return (await call('POST', `/v1/run/${code}`, { body })).body.result.id
    },
    send: async (run: number, ...results: object[]) =>
      await call('POST', `/v2/${code}/run/${run}/results`, { body: { results } }),
    complete: async (run: number) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return await call('POST', `/v1/run/${code}/${run}/complete`, { headers })
    },
    upload: async (...files: [name: string, bytes: Uint8Array<ArrayBuffer>][]) => {
      const body = new FormData()
      for (const [name, bytes] of files) body.append('file[]', new Blob([bytes]), name)
      return await call('POST', `/v1/attachment/${code}`, { body })
    },
  }
}

/** A result as the reporters send it. */
export function qaseResult(title: string, status = 'passed', change: Record<string, unknown> = {}) {
  const { execution = {}, ...rest } = change as { execution?: object }
  return {
    id: crypto.randomUUID(),
    title,
    signature: `cart.spec.ts::cart::${title.toLowerCase().replaceAll(' ', '_')}`,
    testops_ids: null,
    execution: {
      status,
      start_time: 1_790_000_000.25,
      end_time: 1_790_000_001.5,
      duration: 1250,
      stacktrace: null,
      thread: '1-0',
      ...execution,
    },
    message: null,
    fields: {},
    params: {},
    param_groups: [],
    relations: { suite: { data: ['cart.spec.ts', 'Cart'].map((part) => ({ title: part, public_id: null })) } },
    steps: [],
    attachments: [],
    defect: false,
    ...rest,
  }
}
