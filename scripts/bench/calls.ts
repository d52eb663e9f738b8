import { addProject, recordings, startSides } from './data.ts'
import { type Bar, compare, type Figures } from './figures.ts'
import { repeat } from './load.ts'

/* Small calls beside the bare server and an earlier version: recording, and reading one case. */

const ONE_ROW =
  'the bare server reads one row; Assay also checks the session, the role and the shape of the answer, which cost more than the row'

const WORKS: [name: string, kind: 'records' | 'cases', connections: number, bar: Bar][] = [
  ['record one execution', 'records', 10, '≥ 1'],
  ['record one execution', 'records', 32, '≥ 1.66'],
  ['one case, each read in full', 'cases', 10, ['≥ 0.4', ONE_ROW]],
]

export async function* calls(): Figures {
  const sides = await startSides(async (user) => {
    const project = await addProject(user, 1, 1_000)
    const cases = project.caseIds.slice(0, 200).map((id) => user.get(`/test-cases/${id}`))
    return { records: recordings(user, project), cases }
  })
  for (const [name, kind, connections, bare] of WORKS)
    yield* compare({
      work: `${name}, ${connections} connections`,
      rounds: 4,
      sides,
      take: ({ server, [kind]: requests }) => repeat(server, { connections, requests }),
      bars: { bare, before: '≥ 0.97' },
    })
}
