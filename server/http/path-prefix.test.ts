import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathPrefix } from './path-prefix.ts'
import { machine, type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { PREFIX, PROXY_KINDS, startBehindProxy } from '../testing/prefix.ts'

test.each([
  [undefined, ''],
  ['https://example.com', ''],
  ['https://example.com/assay', '/assay'],
  ['https://example.com/tools/assay', '/tools/assay'],
])('PUBLIC_URL %s has the prefix %j', (PUBLIC_URL, prefix) => {
  expect(pathPrefix({ PUBLIC_URL })).toBe(prefix)
})

describe.each(PROXY_KINDS)('behind a proxy that %s', (kind) => {
  let server: TestServer
  let strays: string[]
  let ada: Person
  beforeAll(async () => {
    ;({ server, strays } = await startBehindProxy(kind))
    ada = await server.person('Ada')
  })
  afterAll(() => server.close())

  test('REST works, and an unknown path answers 404 as JSON', async () => {
    const project = await server.project(ada)
    expect((await server.get(`/projects/${project.id}?x=1`, machine(project))).body.name).toBe('Checkout')
    const { status, body } = await server.get('/unknown', ada)
    expect([status, body.message]).toEqual([404, 'No such address'])
  })

  test('an address that ends in a slash works: callers put /api behind it', async () => {
    const owner = await server.person('Otto')
    for (const name of ['A', 'B']) await server.project(owner, name)
    const response = await fetch(`${server.url}//api/projects?limit=1`, { headers: owner })
    expect([response.status, ((await response.json()) as { name: string }[]).map(({ name }) => name)]).toEqual([
      200,
      ['B'],
    ])
    expect(response.headers.get('link')).toBe(`<${server.url}/api/projects?limit=1&offset=1>; rel="next"`)
  })

  test('tRPC works', async () => {
    const response = await fetch(`${server.url}/trpc/auth.profile`, { headers: ada })
    expect(await response.json()).toMatchObject({ result: { data: { email: 'ada@example.com' } } })
  })

  test('a report upload is recorded', async () => {
    const project = await server.project(ada)
    const { status, body } = await server.upload(machine(project), project.id, '1..1\nok 1 - pays\n')
    expect([status, body.recorded]).toEqual([201, 1])
  })

  test('the Link headers of a list lead through all pages', async () => {
    const owner = await server.person('Olga')
    for (const name of ['A', 'B', 'C']) await server.project(owner, name)
    const { headers } = await server.get('/projects?limit=2', owner)
    expect(headers.get('link')).toBe(`<${server.url}/api/projects?limit=2&offset=2>; rel="next"`)
    const parts = await server.parts('/projects?limit=2', owner)
    expect(parts.map((part) => part.length)).toEqual([2, 1])
  })

  test('the Location of a long import is under the prefix', async () => {
    const project = await server.project(ada)
    const rows = Array.from({ length: 1_000 }, (_, index) => `Cart,Case ${index},auto`)
    const { status, headers, body } = await server.importCases(ada, project.id, ['suite,name,type', ...rows].join('\n'))
    expect(status).toBe(202)
    expect(headers.get('location')).toBe(`${PREFIX}/api/projects/${project.id}/imports/${body.id}`)
  })

  test('invite links and the OpenAPI documents name the prefix', async () => {
    const project = await server.project(ada)
    const { body } = await server.post(`/invite/create/${project.id}`, { email: 'ben@example.com' }, ada)
    expect(body.inviteLink).toMatch(new RegExp(`^${server.url}/invite\\?token=`))
    for (const name of ['openapi.json', 'openapi-3.0.json'])
      expect((await server.get(`/${name}`)).body.servers).toEqual([{ url: `${server.url}/api` }])
  })

  test('no request goes outside the prefix', () => {
    expect(strays).toEqual([])
  })
})

describe('a server under a prefix', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL: `https://example.com${PREFIX}` })
  })
  afterAll(() => server.close())

  test.each(['/assay', ''])('answers requests that bypass the proxy, under "%s"', async (prefix) => {
    const health = await fetch(`${server.url}${prefix}/api/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    expect((await fetch(`${server.url}${prefix}/trpc/auth.signupEnabled`)).status).toBe(200)
  })

  test.each(['/assayer/api/health', '/Assay/api/health', '/assay/assay/api/health', '/api/assay/health'])(
    'does not treat %s as one of its paths',
    async (path) => {
      const response = await fetch(server.url + path)
      expect(await response.text()).not.toContain('"status":"ok"')
    },
  )
})
