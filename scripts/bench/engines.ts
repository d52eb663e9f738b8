import {
  addProject,
  addRuns,
  createProject,
  junit,
  type Project,
  readsOfRuns,
  recordings,
  signUp,
  type User,
} from './data.ts'
import { type Bar, compare, type Figures, type Sample, total } from './figures.ts'
import { firstReads, repeat, sampleOf, sendOnce } from './load.ts'
import { newDatabase, type Server, startAssay, untilQuiet } from './servers.ts'

/* PostgreSQL: one server beside one on SQLite, and three servers of one database beside one of them. */

const SERVERS = 3
const CONNECTIONS = 12
const ROUNDS = 3
/** Each of several servers makes fewer calls, and runs code that is not compiled for longer. */
const WARM_UP_S = 8

const OTHER_PROCESS =
  'PostgreSQL shares two cores with the server and the load; SQLite is in the server. Making the JSON costs PostgreSQL as much CPU as it costs the server'
/** Measured by hand: 130 of 171 ms. */
const INSERTS =
  'in PostgreSQL alone, one statement that inserts the same rows takes three quarters of the time of a start'
const TWO_CORES =
  'three servers, PostgreSQL and the load share two cores, and the writes of one run take turns: each server has a third of them to do at once'

type Take = (side: Side) => Promise<Sample>
const WORKS: [work: string, Take, unit: 'rate' | 'time', Bar][] = [
  ['record one execution', recording, 'rate', ['≥ 0.5', OTHER_PROCESS]],
  ['run of 1,000 results, first read', reading, 'rate', ['≥ 0.5', OTHER_PROCESS]],
  ['start of a run over 10,000 cases, `omitResults`', starting, 'time', ['≤ 2', INSERTS]],
  ['report of 10,000 results', reporting, 'time', ['≤ 2', INSERTS]],
]

/** Servers of one database, with a project of 10,000 cases, runs of 1,000 that are read, and a project for reports. */
type Side = { servers: Server[]; user: User; project: Project; small: Project; runs: string[]; reported: string }

export async function* engines(): Figures {
  const SQLite = await fill(await newDatabase('sqlite'))
  const database = await newDatabase('postgres')
  const one = await fill(database)
  for (const [work, take, unit, bar] of WORKS)
    yield* compare({
      work: `PostgreSQL: ${work}`,
      unit,
      rounds: ROUNDS,
      take,
      sides: { assay: one, SQLite },
      bars: { SQLite: bar },
    })
  const others = await Promise.all(Array.from({ length: SERVERS - 1 }, () => startAssay(database)))
  const three = await warm({ ...one, servers: [...one.servers, ...others] })
  for (const [work, take] of WORKS.filter(([, , unit]) => unit === 'rate'))
    yield* compare({
      work: `PostgreSQL, three servers: ${work}`,
      rounds: ROUNDS,
      take,
      sides: { assay: three, 'one server': one },
      bars: { 'one server': ['≥ 1', TWO_CORES] },
    })
}

async function fill(database: string): Promise<Side> {
  const server = await startAssay(database)
  const user = await signUp(server)
  const [small, project] = [await addProject(user, 1, 1_000), await addProject(user, 10, 1_000)]
  const runs = await addRuns(user, small, CONNECTIONS)
  return await warm({ servers: [server], user, project, small, runs, reported: await createProject(user) })
}

/** Records until the code is compiled, then waits for what is counted in the background. */
async function warm(side: Side): Promise<Side> {
  await recording(side, WARM_UP_S)
  await untilQuiet()
  return side
}

/** What all servers do at once. */
async function together({ servers }: Side, take: (server: Server, index: number) => Promise<Sample>): Promise<Sample> {
  const samples = await Promise.all(servers.map(take))
  return { ...total(samples), ms: Math.max(...samples.map((sample) => sample.ms)) }
}

async function recording(side: Side, seconds = 1): Promise<Sample> {
  const load = {
    requests: recordings(side.user, side.project),
    connections: CONNECTIONS / side.servers.length,
    seconds,
  }
  return await together(side, (server) => repeat(server, load))
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

async function reporting({ servers: [server], user, reported }: Side): Promise<Sample> {
  return await sampleOf(server as Server, () => user.report(reported, junit(10_000)))
}
