import { addProject, recordings, startSides } from './data.ts'
import { type Bar, compare, type Figures, NOISE, UNCHECKED } from './figures.ts'
import { repeat } from './load.ts'

/* Small calls beside the bare server and an earlier version: recording, and reading one case. */

const RECORDED =
  'the bare server writes a result and its attempt; Assay also checks caller and input, and keeps two versions and what watchers and folds need. Sharing commits makes up for it where a sync takes longer than 1 ms'

const WORKS: [name: string, kind: 'records' | 'cases', connections: number, bar: Bar][] = [
  ['record one execution', 'records', 10, ['≥ 1', RECORDED]],
  ['record one execution', 'records', 32, ['≥ 1.66', RECORDED]],
  ['one case, each read in full', 'cases', 10, ['≥ 0.4', UNCHECKED]],
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
      bars: { bare, before: ['≥ 0.97', NOISE] },
    })
}
