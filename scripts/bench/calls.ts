import { addProject, type Project, recordings, signUp, startPair, type User } from './data.ts'
import { type Bar, compare, type Figures } from './figures.ts'
import { repeat } from './load.ts'
import { type Server, startBefore } from './servers.ts'

/* Small calls beside the bare server and an earlier version: recording, and reading one case. */

const requestsOf = (user: User, project: Project) => ({
  records: recordings(user, project, project.testRunId),
  cases: project.caseIds.slice(0, 200).map((id) => user.get(`/test-cases/${id}`)),
})

export async function* calls(): Figures {
  const { assay, bare, user } = await startPair()
  const before = await startBefore()
  const ours = requestsOf(user, await addProject(user, 1, 1_000))
  const theirs = before && (await requestsBy(before))
  const works: [name: string, kind: keyof typeof ours, connections: number, bar: Bar, barBefore: Bar][] = [
    ['record one execution', 'records', 10, '≥ 1', '≥ 0.97'],
    ['record one execution', 'records', 32, '≥ 1.66', '≥ 0.97'],
    ['one case, each read in full', 'cases', 10, '≥ 0.4', '≥ 0.97'],
  ]
  for (const [name, kind, connections, bar, barBefore] of works)
    yield* compare({
      work: `${name}, ${connections} connections`,
      rounds: 5,
      assay: () => repeat(assay, { connections, requests: ours[kind] }),
      against: [
        { name: 'bare', take: () => repeat(bare, { connections, requests: ours[kind] }), bar },
        {
          name: 'before',
          take: before && theirs && (() => repeat(before, { connections, requests: theirs[kind] })),
          bar: barBefore,
        },
      ],
    })
}

async function requestsBy(server: Server) {
  const user = await signUp(server)
  return requestsOf(user, await addProject(user, 1, 1_000))
}
