import { expect, test } from 'vitest'
import { machine } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { agentOf } from './testing.ts'

const server = await useTestServer()
const owner = await server.person('Olga')

test('the list of tools', async () => {
  const project = await server.project(owner)
  const agent = await agentOf(server.url, machine(project))
  const { tools } = await agent.client.listTools()
  console.log(tools.length, Buffer.byteLength(JSON.stringify({ tools })))
  for (const t of tools) console.log(JSON.stringify(t).length, JSON.stringify(t))
  console.log(JSON.stringify((await agent.call('project_context')).json))
})
