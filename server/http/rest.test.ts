import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '#client/api.ts'
import { startTestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Each fault of trpc-to-openapi that the gateway corrects has a test here. */

const server = await useTestServer()
const ada = await server.person('Ada')
const project = await server.project(ada)
const suite = await server.suite(ada, project.id)
const testCase = await server.testCase(ada, suite.id)

describe('paths', () => {
  test.each(['a/b %25 ü', 'a/b', '100%', '%2F', '?x=1&y#z', 'ünïcödé 漢字 🎉', '+ plus', 'sémi;colon'])(
    'a path parameter is percent-decoded exactly once: the case name %j',
    async (name) => {
      const run = await startRunOver(name)
      const base = `/test-runs/${run.id}/project/${project.id}/test-suites/${run.suiteId}/test-cases`
      const { status, body } = await server.get(`${base}/${encodeURIComponent(name)}`, ada)
      expect(status).toBe(200)
      expect(body.testCase.name).toBe(name)
      expect((await server.get(`${base}/${encodeURIComponent(encodeURIComponent(name))}`, ada)).status).toBe(404)
    },
  )

  test('a percent-encoded id is decoded', async () => {
    const encoded = `%${project.id.charCodeAt(0).toString(16)}${project.id.slice(1)}`
    expect((await server.get(`/projects/${encoded}`, ada)).body.id).toBe(project.id)
  })

  test.each(['%', '%E0%A4%A', '%zz', '%c3'])(
    'the malformed percent-encoding %j in a path answers 400',
    async (part) => {
      const { status, body } = await server.get(`/projects/${part}`, ada)
      expect([status, body]).toEqual([400, { message: 'id has a malformed percent-encoding', code: 'BAD_REQUEST' }])
    },
  )

  test.each([
    ['/projects/', 200],
    ['/PROJECTS', 200],
    ['//projects', 404],
    ['/projects//', 404],
    ['/projectsX', 404],
    ['', 404],
    ['/', 404],
    ['/nothing/here', 404],
    ['/projects/1/2/3', 404],
  ])('the path %j answers %i', async (path, status) => {
    expect((await server.get(path, ada)).status).toBe(status)
  })

  test('an unknown path answers 404 as JSON for every method', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']) {
      const { status, body, headers } = await server.call(method, '/nothing/here', { as: ada })
      expect([status, body.code, Object.keys(body)]).toEqual([404, 'NOT_FOUND', ['message', 'code']])
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  test.each([
    ['/users/search?email=ada', 'an array of people'],
    ['/test-suites/project/PROJECT', 'the suites of a project'],
    ['/test-cases/test-suite/SUITE', 'the cases of a suite'],
    ['/test-runs/project/PROJECT', 'the runs of a project'],
    ['/test-cases/project/PROJECT/test-runs', 'the runs of a project'],
  ])('a literal segment wins over a parameter: %s is %s', async (path) => {
    const { status, body } = await server.get(path.replace('PROJECT', project.id).replace('SUITE', suite.id), ada)
    expect([status, Array.isArray(body)]).toEqual([200, true])
  })
})

describe('queries', () => {
  test.each(['0x10', '1e2', '1.5', '-1', '0', '1001', 'ten', '1,000', '+5', '1&limit=2'])(
    'the query limit=%s answers 400',
    async (limit) => {
      const { status, body } = await server.get(`/projects?limit=${limit.replaceAll('+', '%2B')}`, ada)
      expect([status, body.message]).toEqual([400, 'limit must be a whole number from 1 to 1000'])
      expect(body.issues).toEqual([{ path: ['limit'], message: body.message }])
    },
  )

  test.each(['1', '01', '1000', ''])('the query limit=%j is accepted; an empty one counts as absent', async (limit) => {
    expect((await server.get(`/projects?limit=${limit}`, ada)).status).toBe(200)
  })
})

describe('bodies', () => {
  const execute = async (change: object) => {
    const run = await server.run(ada, project.id)
    return await server.post(
      `/test-cases/${testCase.id}/execute`,
      { testRunId: run.id, actualValue: 'ok', ...change },
      ada,
    )
  }

  test.each([
    [null, 201, null],
    [undefined, 201, null],
    [0, 201, 0],
    [1.5, 201, 1.5],
    ['5', 400, undefined],
    ['', 400, undefined],
    [[7], 400, undefined],
    [true, 400, undefined],
    [-1, 400, undefined],
  ])('a number in a body is not coerced: executionTimeMs %j answers %i', async (executionTimeMs, status, kept) => {
    const answer = await execute({ executionTimeMs })
    expect([answer.status, answer.body.executionTimeMs]).toEqual([status, kept])
  })

  test.each(['true', 'false', 1, 0, '', null, []])(
    'a flag in a body is not coerced: %j answers 400',
    async (enabled) => {
      expect((await server.patch('/admin/settings/signup-enabled', { enabled }, ada)).status).toBe(400)
    },
  )

  test.each([5, true, ['x'], { a: 1 }])('a text in a body is not coerced: the name %j answers 400', async (name) => {
    const { status, body } = await server.post('/projects', { name }, ada)
    expect([status, body.message]).toEqual([400, 'Project name must be text'])
  })

  test('tRPC refuses text for a flag or a number, also after a REST call', async () => {
    expect((await server.patch('/admin/settings/signup-enabled', { enabled: true }, ada)).status).toBe(200)
    expect((await execute({ executionTimeMs: 5 })).status).toBe(201)
    const client = createClient({ baseUrl: server.url, authorization: () => ada.authorization })
    await expect(client.admin.setSignupEnabled.mutate({ enabled: 'true' as never })).rejects.toThrow(
      'enabled must be true or false',
    )
    const input = { id: testCase.id, testRunId: (await server.run(ada, project.id)).id, executionTimeMs: '5' as never }
    await expect(client.testResults.execute.mutate(input)).rejects.toThrow('executionTimeMs must be a number')
  })

  test.each([
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['application/json;charset=UTF-8', 201],
    ['Application/JSON', 201],
    ['application/merge-patch+json', 415],
    ['application/jsonx', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['xapplication/json', 415],
  ])('the content type %j answers %i', async (type, status) => {
    const { body, ...answer } = await server.call('POST', '/projects', {
      as: ada,
      body: '{"name":"Typed"}',
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(status)
    expect(body).toMatchObject(status === 201 ? { name: 'Typed' } : { code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test.each([
    ['has a charset', 'application/json; charset=utf-8'],
    ['is that of a merge patch', 'application/merge-patch+json'],
  ])('a PATCH whose content type %s is applied', async (_, type) => {
    const { id } = await server.project(ada, 'Before')
    const headers = { 'content-type': type }
    await server.call('PATCH', `/projects/${id}`, { as: ada, body: { name: 'After' }, headers })
    expect((await server.get(`/projects/${id}`, ada)).body.name).toBe('After')
  })

  test('POST, PATCH and DELETE work without a body and without a content type', async () => {
    const run = await server.run(ada, project.id)
    const { id } = await server.project(ada, 'Left alone')
    expect((await server.post(`/test-runs/${run.id}/complete`, undefined, ada)).status).toBe(200)
    expect((await server.patch(`/projects/${id}`, undefined, ada)).body.name).toBe('Left alone')
    expect((await server.delete(`/projects/${id}`, ada)).status).toBe(200)
  })

  test.each([
    ['', 200],
    ['{"buildUrl":"https://ci.example.com"}', 415],
  ])('a body of unknown length without a content type is only refused if it is not empty: %j', async (body, status) => {
    const run = await server.run(ada, project.id)
    const headers = { authorization: ada.authorization, 'transfer-encoding': 'chunked' }
    const sent = request(`${server.url}/api/test-runs/${run.id}`, { method: 'PATCH', headers }).end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const { message } = (await json(answer)) as { message?: string }
    const refusal = status === 415 ? 'Content-Type must be application/json, not none' : undefined
    expect([answer.statusCode, message]).toEqual([status, refusal])
  })

  test('a text with half a character is answered as it is read later', async () => {
    const text = 'half \ud83d of it'
    const { body, headers } = await server.post(
      '/test-cases',
      { type: 'manual', testSuiteId: suite.id, name: text, steps: [{ action: text }] },
      ada,
    )
    const read = await server.get(`/test-cases/${body.id}`, ada)
    expect(read.body).toEqual(body)
    expect([body.name, read.headers.get('etag')]).toEqual(['half \ufffd of it', headers.get('etag')])
  })

  test.each(['5', '"text"', '[1]', '[]', 'true', 'null'])(
    'the JSON body %s, which is not an object, answers 400',
    async (body) => {
      const answer = await server.call('POST', '/projects', { as: ada, body })
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'The body must be a JSON object', code: 'BAD_REQUEST' },
      ])
    },
  )

  test.each(['{', '{"name":}', '{"name":"a"}x', "{'name':'a'}", '\0', '{"name":"\u0001"}'])(
    'the malformed JSON body %j answers 400',
    async (body) => {
      const answer = await server.call('POST', '/projects', { as: ada, body })
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'The body is not valid JSON', code: 'BAD_REQUEST' },
      ])
    },
  )

  test('a body over 4 MB answers 413', async () => {
    const answer = await server.post('/projects', { name: 'x'.repeat(4 * 1024 * 1024) }, ada)
    expect([answer.status, answer.body]).toEqual([
      413,
      { message: 'The body is larger than 4 MB', code: 'PAYLOAD_TOO_LARGE' },
    ])
  })

  test('a body field does not override a path parameter of the same name', async () => {
    const { id } = await server.project(ada, 'Other')
    const { body } = await server.patch(`/projects/${project.id}`, { id, name: 'Checkout' }, ada)
    expect(body.id).toBe(project.id)
  })
})

describe('methods', () => {
  test.each([
    ['PUT', '/projects', 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', '/projects', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/auth/profile', 'GET, PATCH, HEAD, OPTIONS'],
    ['GET', '/auth/sign-in', 'POST, OPTIONS'],
    ['HEAD', '/auth/sign-in', 'POST, OPTIONS'],
    ['PUT', '/projects/some-id', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ])('%s %s answers 405 with the allowed methods', async (method, path, allow) => {
    const { status, headers, body } = await server.call(method, path, { as: ada })
    expect(status).toBe(405)
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted())
    expect(body).toEqual(
      method === 'HEAD' ? undefined : { message: `${method} is not allowed here`, code: 'METHOD_NOT_SUPPORTED' },
    )
  })

  test('OPTIONS answers 204 with Allow', async () => {
    const { status, headers } = await server.call('OPTIONS', '/projects')
    expect([status, headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
  })

  test.each([
    ['/projects', 200],
    ['/projects/unknown', 404],
    ['/nothing/here', 404],
  ])('HEAD %s answers %i like GET, without a body', async (path, status) => {
    const [head, get] = [await server.call('HEAD', path, { as: ada }), await server.get(path, ada)]
    expect([head.status, get.status, head.body]).toEqual([status, status, undefined])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  })

  test('HEAD without a token answers 401', async () => {
    expect((await server.call('HEAD', '/projects')).status).toBe(401)
  })
})

test('a server also starts outside production, where the library describes all calls at the start', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_ENV', 'development')
  const other = await startTestServer()
  expect((await other.get('/health')).status).toBe(200)
  await other.close()
})

async function startRunOver(caseName: string): Promise<{ id: string; suiteId: string }> {
  const { id: suiteId } = await server.suite(ada, project.id, caseName)
  await server.testCase(ada, suiteId, { name: caseName })
  return { id: (await server.run(ada, project.id)).id, suiteId }
}
