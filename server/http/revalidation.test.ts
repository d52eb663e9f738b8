import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Reads with a tag as they are on the wire. */

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
const { project, run } = await server.projectWithRun(olga, tess)
const RUN = `/test-runs/${run.id}`
const PROJECT = `/projects/${project.id}`

/** Without the conversions of fetch. */
async function onWire(path: string, as: Caller, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = { method, headers: { authorization: as.authorization, ...headers } }
  get(`${server.url}/api${path}`, options, resolve).on('error', reject)
  const answer = await promise
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

test.each(['gzip', 'gzip, deflate, br', '*', 'br;q=0.1, gzip'])('Accept-Encoding %s gets gzip', async (accepted) => {
  const plain = await onWire(RUN, olga)
  for (let reads = 0; reads < 2; reads += 1) {
    const { headers, body } = await onWire(RUN, olga, { 'accept-encoding': accepted })
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual(['gzip', body.length])
    expect(gunzipSync(body).equals(plain.body)).toBe(true)
    expect(headers.etag).toBe(plain.headers.etag)
  }
})

test.each(['identity', 'br', 'gzip;q=0', 'identity, gzip;q=0.5', 'unknown'])(
  'Accept-Encoding %s gets the bytes as they are',
  async (accepted) => {
    const { headers, body } = await onWire(RUN, olga, { 'accept-encoding': accepted })
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([undefined, body.length])
    expect(JSON.parse(String(body)).id).toBe(run.id)
  },
)

test('HEAD has the headers of GET and no body, also when it is unchanged', async () => {
  const encodings: Record<string, string>[] = [{}, { 'accept-encoding': 'gzip' }]
  for (const headers of encodings) {
    const read = await onWire(RUN, olga, headers)
    const head = await onWire(RUN, olga, headers, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-length', 'content-type', 'content-encoding', 'cache-control', 'vary'])
      expect(head.headers[name], name).toBe(read.headers[name])
    const known = { ...headers, 'if-none-match': read.headers.etag as string }
    const unchanged = await onWire(RUN, olga, known, 'HEAD')
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
  }
})

test('a 304 has the headers that a cache needs and no others about a body', async () => {
  const { headers } = await onWire(RUN, olga)
  const known = { 'if-none-match': headers.etag as string, 'accept-encoding': 'gzip' }
  const unchanged = await onWire(RUN, olga, known)
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
  for (const name of ['etag', 'cache-control', 'vary']) expect(unchanged.headers[name]).toBe(headers[name])
  for (const name of ['content-type', 'content-length', 'content-encoding'])
    expect(unchanged.headers[name], name).toBeUndefined()
})

test('answers with a tag may be kept and must be asked again, those with a secret and others may not be kept', async () => {
  const [, result] = run.results
  const { testSuiteId, id } = result.testCase
  const tagged = [
    PROJECT,
    `${PROJECT}/overview`,
    RUN,
    `${RUN}/overview`,
    `/test-suites/${testSuiteId}`,
    `/test-cases/${id}`,
  ]
  for (const path of tagged) {
    const { headers } = await onWire(path, olga)
    // The owner's reads of a project show the client secret.
    const expected = path.startsWith(PROJECT) ? 'no-store' : 'private, no-cache'
    expect([path, headers['cache-control'], headers.etag]).toEqual([path, expected, expect.any(String)])
    expect(headers.vary?.split(', ').toSorted()).toEqual(['Accept-Encoding', 'Authorization'])
  }
  const { headers } = await onWire(PROJECT, olga)
  const forbidden = [
    await server.get('/auth/profile', olga),
    await server.get('/projects/unknown', olga),
    await server.get(PROJECT),
    await server.patch(PROJECT, { name: 'New' }, olga),
    await server.call('DELETE', PROJECT, { as: olga, headers: { 'If-Match': headers.etag as string } }),
  ]
  expect(forbidden.map(({ status }) => status)).toEqual([200, 404, 401, 200, 412])
  for (const answer of forbidden) expect(answer.headers.get('cache-control')).toBe('no-store')
  const trpc = await fetch(
    `${server.url}/trpc/projects.get?input=${encodeURIComponent(JSON.stringify({ id: project.id }))}`,
    {
      headers: { authorization: olga.authorization },
    },
  )
  expect([trpc.status, trpc.headers.get('cache-control'), trpc.headers.get('etag')]).toEqual([200, 'no-store', null])
})

test('nobody gets the client secret from the answer of the owner', async () => {
  for (const as of [olga, tess, machine(project), olga, tess]) {
    const { body, headers } = await onWire(PROJECT, as)
    expect(JSON.parse(String(body)).clientSecret).toBe(as === olga ? project.clientSecret : null)
    const others = [olga, tess, machine(project)].filter(({ authorization }) => authorization !== as.authorization)
    for (const other of others)
      expect((await onWire(PROJECT, other, { 'if-none-match': headers.etag as string })).status).toBe(200)
  }
})

test('a tag gives nothing away: strangers get 404 and callers without a token 401', async () => {
  const stranger = await server.person('Sam')
  const { headers } = await onWire(RUN, olga)
  for (const known of [headers.etag as string, '*']) {
    expect((await onWire(RUN, stranger, { 'if-none-match': known })).status).toBe(404)
    expect((await onWire(RUN, { authorization: '' }, { 'if-none-match': known })).status).toBe(401)
  }
})
