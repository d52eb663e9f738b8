import { compare, type Bar, type Figures } from './figures.ts'
import { addProject, recordings, startPair } from './data.ts'
import { repeat, type Request } from './load.ts'

/* Small calls against the bare server: recording, and reading one case. */

export async function* calls(): Figures {
  const { assay, bare, user } = await startPair()
  const project = await addProject(user, 1, 1_000)
  const cases = project.caseIds.slice(0, 200).map((id) => user.get(`/test-cases/${id}`))
  const records = recordings(user, project, project.testRunId)
  const works: [name: string, requests: Request[], connections: number, bar: Bar][] = [
    ['record one execution', records, 10, '≥ 1'],
    ['record one execution', records, 32, '≥ 1.66'],
    ['one case, each read in full', cases, 10, '≥ 0.4'],
  ]
  for (const [name, requests, connections, bar] of works)
    yield* compare({
      work: `${name}, ${connections} connections`,
      rounds: 5,
      assay: () => repeat(assay, { connections, requests }),
      against: [{ name: 'bare', take: () => repeat(bare, { connections, requests }), bar }],
    })
}
