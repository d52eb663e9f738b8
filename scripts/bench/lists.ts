import { addProject, execution, signUp, startPair, startRun, type User } from './data.ts'
import { compare, type Figures } from './figures.ts'
import { firstReads, type Readable, repeat } from './load.ts'
import { type Server, startBefore } from './servers.ts'

/* Lists of 20 projects, members and runs, beside the bare server and an earlier version. */

const COUNT = 20
const NAMES = ['projects', 'members', 'runs'] as const

/** The list of each user or project, and what changes all of them. */
type Lists = Record<(typeof NAMES)[number], Readable>

export async function* lists(): Figures {
  const { assay, bare, user } = await startPair()
  const before = await startBefore()
  const ours = await fill(user, assay)
  const theirs = before && (await fill(await signUp(before), before))
  const first = (server: Server, list: Readable) => () => firstReads(server, { ...list, passes: 10, connections: 10 })
  const repeated = (server: Server, { requests }: Readable) => {
    return () => repeat(server, { requests, connections: 10 })
  }
  for (const name of NAMES)
    for (const [kind, read] of [['first', first] as const, ['repeated', repeated] as const])
      yield* compare({
        work: `list of ${COUNT} ${name}, ${kind} read`,
        rounds: 5,
        assay: read(assay, ours[name]),
        against: [
          {
            name: 'bare',
            take: read(bare, ours[name]),
            bar: kind === 'first' && name !== 'projects' ? '≥ 0.8' : undefined,
          },
          { name: 'before', take: before && theirs && read(before, theirs[name]), bar: '≥ 0.95' },
        ],
      })
}

/** 20 users, each a member of 20 projects with 5 suites and 20 runs. */
async function fill(owner: User, server: Server): Promise<Lists> {
  const { call, get } = owner
  const people = [owner]
  while (people.length < COUNT) people.push(await signUp(server, `Person ${people.length}`))
  const projects = await Promise.all(people.map(() => addProject(owner, 5, 1)))
  for (const { id } of projects) {
    for (const { id: userId } of people.slice(1)) await call('POST', `/projects/${id}/members`, { userId })
    for (let run = 1; run < COUNT; run++) await startRun(owner, id)
  }
  const rename = ({ id }: { id?: string }) => call('PATCH', `/projects/${id}`, { description: `${Math.random()}` })
  const record = ({ caseIds, testRunId }: (typeof projects)[number]) =>
    call('POST', `/test-cases/${caseIds[0]}/execute`, { testRunId, ...execution(1), actualValue: `${Math.random()}` })
  return {
    projects: { requests: people.map((person) => person.get('/projects')), change: () => rename({ ...projects[0] }) },
    members: {
      requests: projects.map(({ id }) => get(`/projects/${id}/members`)),
      change: () => Promise.all(projects.map(rename)),
    },
    runs: {
      requests: projects.map(({ id }) => get(`/test-runs/project/${id}?limit=${COUNT}`)),
      change: () => Promise.all(projects.map(record)),
    },
  }
}
