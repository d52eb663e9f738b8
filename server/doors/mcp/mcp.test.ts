import { expect, test } from 'vitest'
import { startBehindProxy } from '../../testing/prefix.ts'
import { type Caller, machine } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { agentOf, type Era, ERAS } from './testing.ts'

const server = await useTestServer({ CORS_ORIGINS: ['https://tools.example.com'] })
const [owner, tester, stranger] = [await server.person('Olga'), await server.person('Tess'), await server.person('Sam')]
const { project, cases, run } = await server.projectWithRun(owner, tester)
const foreign = await server.project(stranger, 'Secret')
await server.testCase(stranger, (await server.suite(stranger, foreign.id)).id)
const foreignRun = await server.run(stranger, foreign.id)
const { body: foreignFile } = await server.attach(stranger, foreignRun.results[0].id, 'their file')
const theirs = await agentOf(server.url, stranger)
const foreignRef = (await theirs.call('get_failure', { case: 'C1' })).json.files[0].attachment

const TOOLS = [
  'project_context',
  'search_cases',
  'get_case',
  'save_cases',
  'list_runs',
  'start_run',
  'get_run',
  'get_failure',
  'get_attachment',
  'record_results',
  'complete_run',
  'compare_runs',
  'list_flaky',
]

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

async function send(body: unknown, { headers = {}, as = owner }: { headers?: object; as?: Caller | null } = {}) {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(as && { authorization: as.authorization }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each(Object.keys(ERAS) as Era[])('a client of the protocol of %s lists 13 tools in at most 12 kB', async (era) => {
  const agent = await agentOf(server.url, tester, era)
  expect(agent.client.getProtocolEra()).toBe(ERAS[era])
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(TOOLS)
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(12_000)
  for (const { name, annotations } of tools)
    expect(annotations, name).toEqual(
      /^(save|start|record|complete)/.test(name) ? { destructiveHint: false } : { readOnlyHint: true },
    )
  expect((await agent.call('project_context')).json).toMatchObject({ project: 'Checkout', cases: 2 })
  await agent.close()
})

test('a call without a credential, or with a wrong one, is answered with 401', async () => {
  const nobody = await send(LIST, { as: null })
  expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  for (const authorization of ['Bearer none', machine({ ...project, clientSecret: 'wrong' }).authorization])
    expect((await send(LIST, { as: { authorization } })).status).toBe(401)
  const signIn = await fetch(`${server.url}/.well-known/oauth-protected-resource/mcp`)
  expect([signIn.status, (await signIn.json()).code]).toEqual([404, 'NOT_FOUND'])
  await expect(agentOf(server.url, { authorization: 'Bearer none' })).rejects.toBeInstanceOf(Error)
})

test('a page of another origin is refused, unless CORS_ORIGINS names it', async () => {
  const from = async (origin: string) => (await send(LIST, { headers: { origin } })).status
  expect(await from('https://evil.example.com')).toBe(403)
  expect(await from('null')).toBe(403)
  expect(await from('https://tools.example.com')).toBe(200)
  expect(await from(server.url)).toBe(200)
})

test('what is not a message is refused with a 4xx', async () => {
  const read = await fetch(`${server.url}/mcp`, { headers: { authorization: owner.authorization } })
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await send('{', {})).status).toBe(400)
  expect((await send('"x"', {})).status).toBe(400)
  expect((await send(LIST, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await send(Array.from({ length: 21 }, () => LIST))).status).toBe(400)
  expect((await send('x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'unknown' })).text).toContain('-32601')
  for (const params of [
    {},
    { name: 'none' },
    { name: 'get_run', arguments: [] },
    { name: 'get_run', arguments: { limit: 1e9 } },
  ])
    expect((await send({ ...LIST, method: 'tools/call', params })).status, JSON.stringify(params)).toBeLessThan(500)
})

test('lists with very many entries are refused before each of them is validated', async () => {
  const agent = await agentOf(server.url, owner)
  const results = Array.from({ length: 200 }, () => ({ steps: Array.from({ length: 400 }, () => ({})) }))
  expect(await agent.refusal('record_results', { run: 'R1', results })).toBe(
    'The lists of this call have too many entries',
  )
  await agent.close()
})

test('no stream of changes is opened, which would stay open', async () => {
  const agent = await agentOf(server.url, owner, '2026')
  await expect(agent.client.listen({ toolsListChanged: true })).rejects.toThrow('Subscription limit reached')
  await agent.close()
})

test('behind a path prefix the tools are there, too', async () => {
  const { server: behind } = await startBehindProxy('keeps the prefix')
  try {
    const ada = await behind.person('Ada')
    const agent = await agentOf(behind.url, machine(await behind.project(ada, 'Deep')))
    expect((await agent.call('project_context')).json).toMatchObject({ project: 'Deep' })
    await agent.close()
  } finally {
    await behind.close()
  }
})

/** A call of each tool that an owner, a tester and the credential of the project may make. */
const sample = (): [string, object][] => [
  ['project_context', {}],
  ['search_cases', { q: 'card' }],
  ['get_case', { case: 'C1' }],
  ['save_cases', { cases: [{ case: 'C1', priority: 'high' }], dryRun: true }],
  ['list_runs', {}],
  ['start_run', { dryRun: true }],
  ['get_run', { run: 'R1', status: ['pending'] }],
  ['get_failure', { run: 'R1', case: 'C1' }],
  ['record_results', { run: 'R1', results: [{ case: 'C1', status: 'passed' }], dryRun: true }],
  ['complete_run', { run: 'R1', dryRun: true }],
  ['compare_runs', { run: 'R1' }],
  ['list_flaky', {}],
]

test.each([
  ['the owner', owner],
  ['a tester', tester],
  ['the credential of the project', machine(project)],
])('%s may call every tool, and no answer contains an id', async (_, as) => {
  const agent = await agentOf(server.url, as)
  for (const [name, given] of sample()) {
    const { content } = await agent.call(name, given)
    expect(content[0]?.text, name).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  }
  await agent.close()
})

test('a stranger and the credential of another project do not see a project, by its name, id or refs', async () => {
  for (const as of [stranger, machine(foreign)]) {
    const agent = await agentOf(server.url, as)
    for (const named of [project.id, 'Checkout'])
      for (const [name, given] of sample())
        expect(await agent.refusal(name, { ...given, project: named }), name).toBe('Project not found')
    await agent.close()
  }
  const agent = await agentOf(server.url, owner)
  expect(await agent.refusal('get_attachment', { attachment: foreignRef })).toBe('Attachment not found')
  expect(await agent.refusal('get_attachment', { attachment: 'A999' })).toBe('Attachment not found')
  expect(await agent.refusal('get_run', { run: 'R9' })).toBe('Test run R9 not found')
  expect(await agent.refusal('get_case', { case: 'C9' })).toBe('Test case not found')
  expect(await agent.refusal('record_results', { run: 'R1', results: [{ case: 'C9', status: 'passed' }] })).toBe(
    'Test case C9 not found',
  )
  await agent.close()
  expect((await theirs.call('get_attachment', { attachment: foreignRef })).content).toMatchObject([
    { text: expect.stringContaining(foreignFile.name) },
    { text: 'their file' },
  ])
})

test('a person of several projects names one, by its name, in the address, or by its id', async () => {
  const two = await server.person('Tom')
  for (const name of ['Shop', 'Blog', 'blog']) await server.project(two, name)
  const agent = await agentOf(server.url, two)
  const { projects } = (await agent.call('project_context')).json
  expect(projects.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Blog', 'Shop', 'blog'])
  expect(await agent.refusal('list_runs')).toMatch(/^You have several projects\. Name one as project: .*Shop/)
  expect((await agent.call('project_context', { project: 'SHOP' })).json.project).toBe('Shop')
  expect((await agent.call('project_context', { project: 'blog' })).json.project).toBe('blog')
  expect(await agent.refusal('list_runs', { project: 'BLOG' })).toMatch(/^Several of your projects are called BLOG/)
  const fixed = await agentOf(server.url, two, '2026', '?project=Shop')
  expect((await fixed.call('list_runs')).json).toEqual({ total: 0, runs: [] })
  expect(await fixed.refusal('get_run')).toBe('The project has no runs yet')
  expect(cases[0].ref + run.ref).toBe('C1R1')
})

test('a token without read gets no list of projects, and records in the one that it is for or that it names', async () => {
  const two = await server.person('Ria')
  const [pay] = [await server.project(two, 'Pay'), await server.project(two, 'Hidden plan')]
  await server.project(two, 'hidden Plan')
  await server.testCase(two, (await server.suite(two, pay.id)).id)
  const tokenAgent = async (wish: object) => {
    const { body } = await server.post('/auth/tokens', { name: 'CI', verbs: ['record'], ...wish }, two)
    return await agentOf(server.url, { authorization: `Bearer ${body.token}` })
  }
  const agent = await tokenAgent({})
  expect(await agent.refusal('project_context')).toBe('This token may not do this: it lacks the verb "read"')
  for (const [name, given] of sample().slice(1))
    expect(await agent.refusal(name, given), name).toBe('You have several projects. Name one as project')
  expect(await agent.refusal('start_run', { project: 'HIDDEN PLAN' })).toBe(
    'Several of your projects are called HIDDEN PLAN. Name one by its id',
  )
  expect(await agent.refusal('list_runs', { project: 'Pay' })).toContain('lacks the verb "read"')
  expect((await agent.raw('start_run', { project: 'Pay' })).isError).toBe(false)
  const limited = await tokenAgent({ projectIds: [pay.id] })
  const { run: ref } = (await limited.call('start_run')).json
  const results = [{ case: 'C1', status: 'passed' }]
  expect((await limited.raw('record_results', { run: ref, results })).isError).toBe(false)
  expect(await limited.refusal('project_context')).toContain('lacks the verb "read"')
  await agent.close()
  await limited.close()
})
