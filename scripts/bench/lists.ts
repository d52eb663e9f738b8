import { compare, sendOnce } from './load.ts'
import { besideBare, besideEarlier, firstReads, type Side } from './reads.ts'
import { execution, type Request, type Server, signUp, startRun, type User } from './servers.ts'
import type { Figure } from './table.ts'

/* Lists of 20 projects, members and runs, beside the bare server and an earlier version. */

const COUNT = 20
const NAMES = ['projects', 'members', 'runs'] as const

/** The list of each project or user, and what changes all of them. */
type Lists = Record<(typeof NAMES)[number], { requests: Request[]; change: () => Promise<unknown> }>

export async function benchLists(): Promise<Figure[]> {
  return await besideBare(async ({ assay, bare, user, place }) => {
    const ours = await fill(user, assay.server)
    const before = await besideEarlier(place, fill)
    const figures: Figure[] = []
    for (const name of NAMES)
      for (const isFirst of [true, false]) {
        const take = (side: Side, lists: Lists) => (isFirst ? first(side, lists[name]) : repeated(side, lists[name]))
        const bar = isFirst ? { atLeast: 1.5 } : undefined
        const against = [
          { name: 'bare', take: take(bare, ours) },
          { name: 'before', take: before && take(before.side, before.filled), bar },
        ]
        const work = `list of ${COUNT} ${name}, ${isFirst ? 'first' : 'repeated'} read`
        figures.push(...(await compare({ work, unit: 'rate', rounds: 5, assay: take(assay, ours), against })))
      }
    return figures
  })
}

type List = Lists['runs']

const repeated = ({ server, adapt }: Side, { requests }: List) => {
  const all = Array.from({ length: 20 }, () => requests.map(adapt)).flat()
  return () => sendOnce(server, all, 10, false)
}

/** One change is of the whole list. */
const first = (side: Side, { requests, change }: List) => {
  const subjects = requests.map((request, index) => ({ request, change: async () => (index === 0 ? change() : null) }))
  return firstReads(side, { subjects, passes: 10, connections: 10 })
}

/** 20 users, each a member of 20 projects with 5 suites and 20 runs. */
async function fill(owner: User, server: Server): Promise<Lists> {
  const people = [owner]
  while (people.length < COUNT) people.push(await signUp(server, `Person ${people.length}`))
  const { call, get } = owner
  const projects: { id: string; testRunId: string; caseId: string }[] = []
  while (projects.length < COUNT) {
    const project = { name: `Project ${projects.length}`, description: 'Checkout and payments' }
    const { id } = await call('POST', '/projects', project)
    let [caseId, testRunId] = ['', '']
    for (let number = 1; number <= 5; number++) {
      const suite = await call('POST', '/test-suites', { name: `Suite ${number}`, projectId: id })
      caseId = (await call('POST', '/test-cases', { name: 'Answers 200', testSuiteId: suite.id, type: 'auto' })).id
    }
    for (const { id: userId } of people.slice(1)) await call('POST', `/projects/${id}/members`, { userId })
    for (let run = 0; run < COUNT; run++) testRunId = await startRun(owner, { id })
    projects.push({ id, testRunId, caseId })
  }
  const rename = ({ id }: { id: string }) => call('PATCH', `/projects/${id}`, { description: `${Math.random()}` })
  const record = ({ caseId, testRunId }: (typeof projects)[number]) =>
    call('POST', `/test-cases/${caseId}/execute`, { testRunId, ...execution(1), actualValue: `${Math.random()}` })
  return {
    projects: { requests: people.map((person) => person.get('/projects')), change: () => rename(projects[0] as never) },
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
