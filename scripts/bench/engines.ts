import { addProject, addRuns, junit, type Project, readsOfRuns, recordings, signUp, type User } from './data.ts'
import { compare, type Figures, type Sample, total } from './figures.ts'
import { firstReads, repeat, sampleOf, sendOnce } from './load.ts'
import { newDatabase, type Server, startAssay } from './servers.ts'

/* PostgreSQL: one server beside one on SQLite, and three servers of one database beside one of them. */

const SERVERS = 3
const CONNECTIONS = 12
const ROUNDS = 3

const ROUND_TRIPS =
  'each statement is a round trip to a process that shares two cores with the server and the load; SQLite is in the server'
/** Measured by hand: 130 of 171 ms. */
const INSERTS =
  'in PostgreSQL alone, one statement that inserts the same rows takes three quarters of the time of a start'
const TWO_CORES = 'three servers, PostgreSQL and the load share two cores'

/** Servers of one database, with a project of 10,000 cases, and runs of 1,000 that are read. */
type Side = { servers: Server[]; user: User; project: Project; small: Project; runs: string[] }

export async function* engines(): Figures {
  const SQLite = await fill([await startAssay(await newDatabase('sqlite'))])
  const database = await newDatabase('postgres')
  const three = await fill(await Promise.all(Array.from({ length: SERVERS }, () => startAssay(database))))
  const one = { ...three, servers: three.servers.slice(0, 1) }
  const rates = [
    ['record one execution', recording],
    ['run of 1,000 results, first read', reading],
  ] as const
  for (const [work, take] of rates) {
    const common = { rounds: ROUNDS, take }
    yield* compare({
      work: `PostgreSQL: ${work}`,
      ...common,
      sides: { assay: one, SQLite },
      bars: { SQLite: ['≥ 0.5', ROUND_TRIPS] },
    })
    const bars = { 'one server': ['≥ 1', TWO_CORES] } as const
    yield* compare({
      work: `PostgreSQL, three servers: ${work}`,
      ...common,
      sides: { assay: three, 'one server': one },
      bars,
    })
  }
  const times = [
    ['start of a run over 10,000 cases, `omitResults`', starting],
    ['report of 10,000 results', reporting],
  ] as const
  for (const [work, take] of times) {
    const common = { unit: 'time', rounds: ROUNDS, take } as const
    yield* compare({
      work: `PostgreSQL: ${work}`,
      ...common,
      sides: { assay: one, SQLite },
      bars: { SQLite: ['≤ 2', INSERTS] },
    })
  }
}

async function fill(servers: Server[]): Promise<Side> {
  const user = await signUp(servers[0] as Server)
  const [small, project] = [await addProject(user, 1, 1_000), await addProject(user, 10, 1_000)]
  return { servers, user, project, small, runs: await addRuns(user, small, CONNECTIONS) }
}

/** What all servers do at once. */
async function together({ servers }: Side, take: (server: Server, index: number) => Promise<Sample>): Promise<Sample> {
  const samples = await Promise.all(servers.map(take))
  return { ...total(samples), ms: Math.max(...samples.map((sample) => sample.ms)) }
}

async function recording(side: Side): Promise<Sample> {
  const requests = recordings(side.user, side.project)
  return await together(side, (server) => repeat(server, { connections: CONNECTIONS / side.servers.length, requests }))
}

async function reading(side: Side): Promise<Sample> {
  const { servers, user, small, runs } = side
  const connections = CONNECTIONS / servers.length
  return await together(side, async (server, index) => {
    const ids = runs.slice(index * connections, (index + 1) * connections)
    return await firstReads(server, { ...readsOfRuns(user, small, ids), passes: 2, connections })
  })
}

async function starting({ servers: [server], user, project }: Side): Promise<Sample> {
  const requests = [user.post(`/test-runs/project/${project.id}`, { omitResults: true })]
  return await sendOnce(server as Server, { requests, connections: 1 })
}

const reporting = ({ servers: [server], user, project }: Side) =>
  sampleOf(server as Server, () => user.report(project.id, junit(10_000)))
