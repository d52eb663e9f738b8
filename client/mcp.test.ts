import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, expect, test } from 'vitest'
import { agentWith, type Era, ERAS, optionsOf } from '../server/doors/mcp/testing.ts'
import { useTestServer } from '../server/testing/use-server.ts'
import { assay, ENTRY, environmentOf } from './testing.ts'

const server = await useTestServer()
const owner = await server.person('Olga')
const project = await server.project(owner, 'Shop')
await server.project(owner, 'Blog')
const open: { close: () => Promise<void> }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

async function agentOn(env: Record<string, string>, era: Era = '2025') {
  const client = new Client({ name: 'agent', version: '1.0.0' }, optionsOf(era))
  const command = { command: process.execPath, args: [ENTRY, 'mcp', '--retries', '0'] }
  await client.connect(
    new StdioClientTransport({ ...command, env: { HOME: '/nonexistent', ...env }, stderr: 'ignore' }),
  )
  const agent = agentWith(client)
  open.push(agent)
  return agent
}

test.each(Object.keys(ERAS) as Era[])(
  'a client of the protocol of %s uses the tools of the server over stdin and stdout, as the project',
  async (era) => {
    const agent = await agentOn(environmentOf(server.url, project), era)
    expect(agent.client.getProtocolEra()).toBe(ERAS[era])
    expect((await agent.client.listTools()).tools).toHaveLength(13)
    const cases = [{ suite: 'Cart', name: `Ünïcode\n${era}`, type: 'auto' }]
    expect((await agent.call('save_cases', { cases })).json.cases[0].did).toBe('created')
    expect(await agent.refusal('get_run', { run: 'R77' })).toBe('Test run R77 not found')
    const answers = await Promise.all(Array.from({ length: 10 }, () => agent.call('search_cases', { q: era })))
    for (const { json } of answers) expect(json.cases).toMatchObject([{ name: `Ünïcode\n${era}` }])
  },
)

test('with ASSAY_TOKEN the command acts as a person, in the configured project', async () => {
  const env = { ASSAY_URL: server.url, ASSAY_PROJECT_ID: project.id, ASSAY_TOKEN: owner.authorization.slice(7) }
  const agent = await agentOn(env)
  expect((await agent.call('project_context')).json).toMatchObject({ project: 'Shop', role: 'owner' })
  expect((await agent.call('project_context', { project: 'Blog' })).json.project).toBe('Blog')
})

test('a batch of messages is passed on, and its requests are answered', async () => {
  const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`
  const stdin = `[${ping(3)}]\n[${ping(4)},{"jsonrpc":"2.0","method":"notifications/initialized"},${ping(5)}]\n[]\n`
  const { code, stdout } = await assay(['mcp'], { env: environmentOf(server.url, project), stdin })
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const answered = answers.filter(({ id }) => id !== null).toSorted((a, b) => a.id - b.id)
  expect([code, answered]).toEqual([0, [3, 4, 5].map((id) => ({ jsonrpc: '2.0', id, result: {} }))])
  expect(answers.filter(({ id }) => id === null)).toMatchObject([{ error: { code: -32_600 } }])
})

test('wrong credentials, a stopped server and broken lines are answered as errors of the protocol', async () => {
  const request = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n'
  const run = async (env: Record<string, string>, stdin: string) => {
    const { code, stdout } = await assay(['mcp', '--retries', '0'], { env, stdin })
    return [
      code,
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ]
  }
  const env = environmentOf(server.url, project)
  const error = (id: number | null, message: unknown) => ({
    jsonrpc: '2.0',
    id,
    error: { code: expect.any(Number), message },
  })
  const wrong = { ...env, ASSAY_CLIENT_SECRET: 'wrong' }
  expect(await run(wrong, request)).toEqual([0, [error(7, 'Invalid project credentials')]])
  expect(await run({ ...env, ASSAY_URL: 'http://127.0.0.1:1' }, request)).toEqual([0, [error(7, expect.any(String))]])
  expect(await run(env, '{"id"\n\n')).toEqual([0, [error(null, 'Parse error')]])
  const batch = `[${request.trim()},{"jsonrpc":"2.0","method":"notifications/initialized"},${request.trim().replace('7', '8')}]\n`
  expect(await run(wrong, batch)).toEqual([0, [7, 8].map((id) => error(id, 'Invalid project credentials'))])
  expect((await assay(['mcp'], {})).code).toBe(2)
})
