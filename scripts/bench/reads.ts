import { addProject, type Project, recordAll, signUp, startPair, startRun, type User } from './data.ts'
import { type Bar, compare, type Figures, ms, type Rival, type Take } from './figures.ts'
import { exchange, firstReads, type Readable, repeat, type Request, waitsDuring } from './load.ts'
import { type Server, startBefore } from './servers.ts'

/* Whole reads of runs and suites: the first one after a change, a repeated one, and an unchanged one (304). */

type Whole = Readable & { name: string; passes: number; connections: number; first: Bar; unchanged?: Bar }

export async function* reads(): Figures {
  const { assay, bare, user } = await startPair()
  const before = await startBefore()
  const { wholes, oneCase } = await fill(user)
  const earlier = before && (await fill(await signUp(before))).wholes
  for (const [index, whole] of wholes.entries()) {
    const old = earlier?.[index]
    yield* readsOf(assay, bare, whole, before && old && (() => firstReads(before, old)))
  }
  yield* longestWait(assay, bare, oneCase, wholes[1] as Whole)
}

async function fill(user: User): Promise<{ wholes: Whole[]; oneCase: Request }> {
  const small = await addProject(user, 1, 1_000)
  const large = await addProject(user, 10, 1_000)
  const suites = large.suiteIds.map((id) => user.get(`/test-suites/${id}`))
  const changeSuites = () =>
    Promise.all(
      large.suiteIds.map((_, suite) =>
        user.call('PATCH', `/test-cases/${large.caseIds[suite * 1_000]}`, { description: `${Math.random()}` }),
      ),
    )
  const thousand = { passes: 4, connections: 10, first: '≥ 1.1' } as const
  const [runs, largeRuns] = [await addRuns(user, small, 20), await addRuns(user, large, 2)]
  const wholes: Whole[] = [
    { name: 'run of 1,000 results', ...runs, ...thousand, unchanged: '≥ 20' },
    { name: 'run of 10,000 results', ...largeRuns, passes: 2, connections: 1, first: '≥ 2' },
    { name: 'suite of 1,000 cases', requests: suites, change: changeSuites, ...thousand },
  ]
  return { wholes, oneCase: user.get(`/test-cases/${small.caseIds[0]}`) }
}

async function addRuns(user: User, project: Project, count: number): Promise<Readable> {
  const ids: string[] = []
  while (ids.length < count) ids.push(await startRun(user, project.id))
  for (const id of ids) await recordAll(user, project, id)
  const execute = (testRunId: string) =>
    user.call('POST', `/test-cases/${project.caseIds[0]}/execute`, { testRunId, actualValue: `${Math.random()}` })
  return { requests: ids.map((id) => user.get(`/test-runs/${id}`)), change: () => Promise.all(ids.map(execute)) }
}

async function* readsOf(assay: Server, bare: Server, whole: Whole, before: Take | undefined): Figures {
  const { connections, unchanged, first: bar } = whole
  const request = whole.requests[0] as Request
  const repeated = (server: Server) => () => repeat(server, { connections, requests: [request] })
  const known: Take = async () => {
    const { tag = '' } = await exchange(assay.url, request)
    const requests = [{ ...request, headers: { ...request.headers, 'if-none-match': tag } }]
    return await repeat(assay, { connections, requests, expects: '3xx' })
  }
  const first: Take = () => firstReads(assay, whole)
  const bareFirst: Rival = { name: 'bare', take: () => firstReads(bare, whole), bar }
  const kinds: [kind: string, rounds: number, assay: Take, against: Rival[]][] = [
    ['first read', 5, first, [bareFirst, { name: 'before', take: before, bar: '≥ 0.95' }]],
    ['repeated read (byte cache)', 3, repeated(assay), [{ name: 'bare', take: repeated(bare) }]],
    ['repeated read, unchanged (304)', 3, known, [{ name: 'its own first read', take: first, bar: unchanged }]],
  ]
  for (const [kind, rounds, take, against] of kinds)
    yield* compare({ work: `${whole.name}, ${kind}`, rounds, assay: take, against })
}

async function* longestWait(assay: Server, bare: Server, other: Request, runs: Whole): Figures {
  const longest = async (server: Server) =>
    Math.max(...(await waitsDuring(server, other, () => firstReads(server, { ...runs, passes: 5 }))))
  const [theirs, ours] = [await longest(bare), await longest(assay)]
  const work = 'longest wait of another call during 10 first reads of a run of 10,000 results'
  yield { work, assay: ms(ours), beside: `bare: ${ms(theirs)}`, value: ours, bar: '≤ 30 ms' }
}
