import { addProject, startPair } from './data.ts'
import { compare, type Figures } from './figures.ts'
import { sendOnce } from './load.ts'
import type { Server } from './servers.ts'

/* The start of a run over 10,000 cases, beside the bare server. */

export async function* starts(): Figures {
  const { assay, bare, user } = await startPair()
  const { id } = await addProject(user, 100, 100)
  const kinds: [kind: string, body: object, name: string][] = [
    ['`omitResults`', { omitResults: true }, 'SQL'],
    ['with its results', {}, 'SQL, select, JSON'],
  ]
  for (const [kind, body, name] of kinds) {
    const requests = [user.post(`/test-runs/project/${id}`, body)]
    const start = (server: Server) => () => sendOnce(server, { requests, connections: 1 })
    yield* compare({
      work: `start of a run over 10,000 cases, ${kind}`,
      unit: 'time',
      rounds: 9,
      assay: start(assay),
      against: [{ name, take: start(bare), bar: '≤ 1.3' }],
    })
  }
}
