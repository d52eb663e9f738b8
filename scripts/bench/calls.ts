import { compare, repeat } from './load.ts'
import { besideBare } from './reads.ts'
import { addProject, recordings, type Request } from './servers.ts'
import type { Figure } from './table.ts'

/* Small calls against the bare server: recording, and reading one case. */

export async function benchCalls(): Promise<Figure[]> {
  return await besideBare(async ({ assay, bare, user }) => {
    const project = await addProject(user, { suites: 1, casesPerSuite: 1_000 })
    const cases = project.caseIds.slice(0, 200).map((id) => user.get(`/test-cases/${id}`))
    const records = recordings(user, project, project.testRunId)
    const works: [name: string, requests: Request[], connections: number, atLeast: number][] = [
      ['record one execution', records, 10, 1],
      ['record one execution', records, 32, 1.66],
      ['one case, each read in full', cases, 10, 0.4],
    ]
    const figures: Figure[] = []
    for (const [name, requests, connections, atLeast] of works) {
      const [ours, theirs] = [assay, bare].map(
        (side) => () => repeat(side.server, { connections, requests: requests.map(side.adapt) }),
      )
      figures.push(
        ...(await compare({
          work: `${name}, ${connections} connections`,
          unit: 'rate',
          rounds: 5,
          assay: ours as NonNullable<typeof ours>,
          against: [{ name: 'bare', take: theirs, bar: { atLeast } }],
        })),
      )
    }
    return figures
  })
}
