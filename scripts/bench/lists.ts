import { addProject, recordAnother, signUp, startRun, startSides, type User } from './data.ts'
import { type Bar, compare, type Figures, NOISE, UNCHECKED } from './figures.ts'
import { firstReads, type Readable, repeat } from './load.ts'

/* Lists of 20 projects, members and runs, beside the bare server and an earlier version. */

const COUNT = 20
const CHECKED: Bar = ['≥ 0.8', UNCHECKED]
const BARS = { projects: undefined, members: CHECKED, runs: CHECKED } satisfies Record<string, Bar | undefined>

/** The list of each user or project, and what changes all of them. */
type Lists = Record<keyof typeof BARS, Readable>

export async function* lists(): Figures {
  const sides = await startSides(fill)
  type Side = (typeof sides)['bare']
  for (const name of Object.keys(BARS) as (keyof Lists)[]) {
    const first = ({ server, [name]: list }: Side) => firstReads(server, { ...list, passes: 10, connections: 10 })
    const repeated = ({ server, [name]: { requests } }: Side) => repeat(server, { requests, connections: 10 })
    const common = { rounds: 3, sides }
    const bars = { bare: BARS[name], before: ['≥ 0.95', NOISE] } as const
    yield* compare({ ...common, work: `list of ${COUNT} ${name}, first read`, take: first, bars })
    yield* compare({
      ...common,
      work: `list of ${COUNT} ${name}, repeated read`,
      take: repeated,
      bars: { before: ['≥ 0.95', NOISE] },
    })
  }
}

/** 20 users, each a member of 20 projects with 5 suites and 20 runs. */
async function fill(owner: User): Promise<Lists> {
  const { call, get, server } = owner
  const people = [owner]
  while (people.length < COUNT) people.push(await signUp(server, `Person ${people.length}`))
  const projects = await Promise.all(people.map(() => addProject(owner, 5, 1)))
  for (const { id } of projects) {
    for (const { id: userId } of people.slice(1)) await call('POST', `/projects/${id}/members`, { userId })
    for (let run = 1; run < COUNT; run++) await startRun(owner, id)
  }
  type Project = (typeof projects)[number]
  const rename = ({ id }: Project) => call('PATCH', `/projects/${id}`, { description: `${Math.random()}` })
  const record = ({ caseIds: [first = ''], testRunId }: Project) => recordAnother(owner, first, testRunId)
  const changing = (change: (project: Project) => Promise<unknown>, path: (id: string) => string): Readable => ({
    requests: projects.map(({ id }) => get(path(id))),
    change: () => Promise.all(projects.map(change)),
  })
  return {
    projects: {
      requests: people.map((person) => person.get('/projects')),
      change: () => rename(projects[0] as Project),
    },
    members: changing(rename, (id) => `/projects/${id}/members`),
    runs: changing(record, (id) => `/test-runs/project/${id}?limit=${COUNT}`),
  }
}
