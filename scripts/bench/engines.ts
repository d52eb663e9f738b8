import { addProject, junit, type Project, recordAll, recordings, signUp, startRun, type User } from './data.ts'
import { compare, type Figures, type Sample, type Take, total } from './figures.ts'
import { firstReads, repeat, sendOnce } from './load.ts'
import { newDatabase, type Server, startAssay, stopwatch } from './servers.ts'

/* PostgreSQL: one server beside one on SQLite, and three servers of one database beside one of them. */

const SERVERS = 3
const CONNECTIONS = 12

/** Servers of one database, with a run that is recorded in and runs that are read. */
type Side = { servers: Server[]; user: User; project: Project; runs: string[] }

export async function* engines(): Figures {
  const sqlite = await fill([await startAssay(await newDatabase('sqlite'))])
  const database = await newDatabase('postgres')
  const three = await fill(await Promise.all(Array.from({ length: SERVERS }, () => startAssay(database))))
  const one = { ...three, servers: three.servers.slice(0, 1) }
  const rates: [work: string, take: (side: Side) => Take][] = [
    ['record one execution', recording],
    ['run of 1,000 results, first read', reading],
  ]
  for (const [name, take] of rates) {
    const against = [{ name: 'SQLite', take: take(sqlite), bar: '≥ 0.5' as const }]
    yield* compare({ work: `PostgreSQL: ${name}`, rounds: 5, assay: take(one), against })
    const alone = [{ name: 'one server', take: take(one), bar: '≥ 1' as const }]
    yield* compare({ work: `PostgreSQL, three servers: ${name}`, rounds: 5, assay: take(three), against: alone })
  }
  const times: [work: string, take: (side: Side) => Take][] = [
    ['start of a run over 10,000 cases, `omitResults`', starting],
    ['report of 10,000 results', reporting],
  ]
  for (const [name, take] of times) {
    const against = [{ name: 'SQLite', take: take(sqlite), bar: '≤ 2' as const }]
    yield* compare({ work: `PostgreSQL: ${name}`, unit: 'time', rounds: 5, assay: take(one), against })
  }
}

async function fill(servers: Server[]): Promise<Side> {
  const user = await signUp(servers[0] as Server)
  const [small, project] = [await addProject(user, 1, 1_000), await addProject(user, 10, 1_000)]
  const runs: string[] = []
  while (runs.length < CONNECTIONS) runs.push(await startRun(user, small.id))
  for (const id of runs) await recordAll(user, small, id)
  return { servers, user, project: { ...project, caseIds: [...project.caseIds, ...small.caseIds] }, runs }
}

/** What all servers do at once. */
async function together({ servers }: Side, take: (server: Server, index: number) => Promise<Sample>): Promise<Sample> {
  const samples = await Promise.all(servers.map(take))
  return { ...total(samples), ms: Math.max(...samples.map((sample) => sample.ms)) }
}

const recording = (side: Side) => async () => {
  const requests = recordings(side.user, side.project, side.project.testRunId)
  return await together(side, (server) => repeat(server, { connections: CONNECTIONS / side.servers.length, requests }))
}

const reading = (side: Side) => async () => {
  const { servers, user, project, runs } = side
  const execute = (testRunId: string) =>
    user.call('POST', `/test-cases/${project.caseIds.at(-1)}/execute`, { testRunId, actualValue: `${Math.random()}` })
  const share = CONNECTIONS / servers.length
  return await together(side, async (server, index) => {
    const ids = runs.slice(index * share, (index + 1) * share)
    const requests = ids.map((id) => user.get(`/test-runs/${id}`))
    const change = () => Promise.all(ids.map(execute))
    return await firstReads(server, { requests, change, passes: 2, connections: share })
  })
}

const starting =
  ({ servers: [server], user, project }: Side) =>
  async () =>
    await sendOnce(server as Server, {
      requests: [user.post(`/test-runs/project/${project.id}`, { omitResults: true })],
      connections: 1,
    })

const reporting =
  ({ servers: [server], user, project }: Side) =>
  async () => {
    const passed = stopwatch(server as Server)
    await user.report(project.id, junit(10_000))
    return { ...passed(), count: 1, p99Ms: 0, failures: 0 }
  }
