import { createProject, junit, type Project, recordingIn, startRun, untilCounted, type User } from './data.ts'
import { type Bar, type Figures, ms } from './figures.ts'
import { syncsDuring, timeOf, waitsDuring } from './load.ts'
import { shareOfCpu, stopwatch, untilIdle } from './servers.ts'

/*
 * Acts on 5,000 cases at once, on one case and on all cases of a large suite, while others use another project.
 * BENCH_CASES is the size of the suite, BENCH_RUNS how many runs the project has when it is deleted.
 */

const CASES = Number(process.env['BENCH_CASES'] ?? 20_000)
const RUNS = Number(process.env['BENCH_RUNS'] ?? 1)
const AT_ONCE = 5_000
const IDLE_MS = 2_000

const LIMIT = '≤ 150 ms above idle'
const DISK = 'the disk stood still: a bare write beside it waited too, and without that time the bar holds'

type Large = { id: string; suiteId: string; otherId: string; ids: string[] }
/** Gets the answer of the act before it. */
type Act = [name: string, act: (last: Record<string, string>) => Promise<any>]

function actsOn({ id, suiteId, otherId, ids }: Large, user: User): Act[] {
  const { call } = user
  const [cases, first, suite] = [`/projects/${id}/test-cases`, `/test-cases/${ids[0]}`, `/test-suites/${suiteId}`]
  const change = (body: object) => () => call('PATCH', cases, { ids, ...body })
  const move = (body: object) => () => call('PATCH', first, body)
  const undo: Act[1] = ({ changeId }) => call('POST', `${cases}/undo`, { changeId })
  const restore: Act[1] = ({ deletionId }) => call('POST', `/projects/${id}/deletions/${deletionId}/restore`)
  const startAll = async () => {
    for (let run = 1; run < RUNS; run++) await startRun(user, id)
    return { id: await startRun(user, id) }
  }
  return [
    ['tag 5,000 cases', change({ addTags: ['nightly'] })],
    ['untag them by Undo', undo],
    ['move 5,000 cases to the front of their suite', change({ moveTo: { testSuiteId: suiteId, position: 1 } })],
    ['move them back by Undo', undo],
    ['move 5,000 cases to another suite', change({ moveTo: { testSuiteId: otherId } })],
    ['move them back by Undo', undo],
    ['delete 5,000 cases', () => call('POST', `${cases}/delete`, { ids })],
    ['restore them', restore],
    ['delete the first case of a suite', () => call('DELETE', first)],
    ['restore it', restore],
    ['move the first case to another suite', move({ testSuiteId: otherId })],
    ['move it back', move({ testSuiteId: suiteId, position: 1 })],
    ['copy 5,000 cases', () => call('POST', `${cases}/copy`, { ids, testSuiteId: otherId })],
    ['move the first case to the middle of its suite', move({ position: CASES / 2 })],
    [`start ${RUNS} runs of all cases`, startAll],
    ['delete a run', (run) => call('DELETE', `/test-runs/${run['id']}`)],
    ['delete the suite', () => call('DELETE', suite)],
    ['restore it', restore],
    ['delete the project', () => call('DELETE', `/projects/${id}`)],
  ]
}

/** The longest waits of others meanwhile, who use another project. */
export async function* hostileWrites(user: User, project: Project): Figures {
  const { server } = user
  const [read, write] = [user.get(`/projects/${project.id}`), recordingIn(user, project)]
  const acts = actsOn(await makeLarge(user), user)
  const during = async (work: () => Promise<unknown>) => {
    let readMs = 0
    let diskMs = 0
    const syncing = async () => void ({ longestMs: diskMs } = await syncsDuring(work))
    const reading = async () => void ({ longestMs: readMs } = await waitsDuring(server, read, syncing))
    const { longestMs: writeMs } = await waitsDuring(server, write, reading)
    return { writeMs, readMs, diskMs }
  }
  let idle = 0
  const { writeMs: idleMs } = await during(async () => (idle = await shareOfCpu(server, IDLE_MS)))
  let last = {}
  for (const [name, act] of acts) {
    let tookMs = 0
    const passed = stopwatch(server)
    const { writeMs, readMs, diskMs } = await during(async () => {
      tookMs = await timeOf(async () => (last = await act(last)))
      // What an act leaves to the background is a part of it.
      await untilIdle(server, idle + 0.15)
    })
    const value = Math.max(writeMs, readMs) - idleMs
    const bar: Bar = value - diskMs > 150 ? LIMIT : [LIMIT, DISK]
    yield {
      work: `longest wait of others, suite of ${CASES.toLocaleString('en')}: ${name}`,
      assay: `write ${ms(writeMs)}, read ${ms(readMs)} (${ms(idleMs)} idle); took ${ms(tookMs)}, ${ms(passed().cpuMs)} of CPU`,
      beside: `a bare write with a sync: ${ms(diskMs)}`,
      value,
      bar,
    }
  }
}

/** A project with a large suite whose texts are in the index of searches, and every so many-th of its cases. */
async function makeLarge(user: User): Promise<Large> {
  const { call, server } = user
  const id = await createProject(user, 'Large')
  const { id: otherId } = await call('POST', '/test-suites', { name: 'Other', projectId: id })
  const nameOf = (index: number) => `shop.Orders answers as the specification says, case ${index}`
  await user.report(id, junit(CASES, { perSuite: CASES, nameOf, contentOf: () => '' }))
  const { testSuites } = await call('GET', `/projects/${id}/overview`)
  const suiteId: string = testSuites.find((suite: { id: string }) => suite.id !== otherId).id
  const { testCases } = await call('GET', `/test-suites/${suiteId}`)
  const ids: string[] = testCases.map((testCase: { id: string }) => testCase.id)
  const step = Math.floor(CASES / AT_ONCE)
  await untilCounted(user, id)
  await untilIdle(server)
  return { id, suiteId, otherId, ids: ids.filter((_, at) => at % step === 0).slice(0, AT_ONCE) }
}
