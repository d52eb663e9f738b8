import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../seed/api.ts'
import { type Victim, WAIT_BAR } from './attack.ts'
import { waitsDuring } from './load.ts'
import { cpuSeconds, type Server, type User } from './servers.ts'
import { type Figure, ms } from './table.ts'

/* Acts on 5,000 cases at once, on one case and on all cases of a large suite, while others use another project. */

const CASES = Number(process.env['BENCH_CASES'] ?? 20_000)
const AT_ONCE = 5_000
const IDLE_MS = 2_000
/** Runs of the project that is deleted, besides that of its report. */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 1)

type Made = { call: Call; id: string; suiteId: string; otherId: string; ids: string[] }
type Act = [name: string, act: (made: Made) => Promise<unknown>]

/** The answers of acts that are undone by the next. */
let deletionId: string
let changeId: string
let testRunId: string

const change = async ({ call, id, ids }: Made, body: object) => {
  ;({ changeId } = await call('PATCH', `/projects/${id}/test-cases`, { ids, ...body }))
}
const undo = async ({ call, id }: Made) => await call('POST', `/projects/${id}/test-cases/undo`, { changeId })
const restore = async ({ call, id }: Made) => await call('POST', `/projects/${id}/deletions/${deletionId}/restore`)
const first = ({ ids }: Made) => `/test-cases/${ids[0]}`
const move = async (made: Made, body: object) => await made.call('PATCH', first(made), body)
const copy = async ({ call, id, otherId, ids }: Made) =>
  await call('POST', `/projects/${id}/test-cases/copy`, { ids, testSuiteId: otherId })

async function remove({ call, ids }: Made, method: 'POST' | 'DELETE', path: string): Promise<void> {
  ;({ deletionId } = await call(method, path, method === 'POST' ? { ids } : undefined))
}

const ACTS: Act[] = [
  ['tag 5,000 cases', async (made) => await change(made, { addTags: ['nightly'] })],
  ['untag them by Undo', undo],
  ['move 5,000 cases to the front of their suite', async (made) => await change(made, moveTo(made.suiteId, 1))],
  ['move them back by Undo', undo],
  ['move 5,000 cases to another suite', async (made) => await change(made, moveTo(made.otherId))],
  ['move them back by Undo', undo],
  ['delete 5,000 cases', async (made) => await remove(made, 'POST', `/projects/${made.id}/test-cases/delete`)],
  ['restore them', restore],
  ['delete the first case of a suite', async (made) => await remove(made, 'DELETE', first(made))],
  ['restore it', restore],
  ['move the first case to another suite', async (made) => await move(made, { testSuiteId: made.otherId })],
  ['move it back', async (made) => await move(made, { testSuiteId: made.suiteId, position: 1 })],
  ['copy 5,000 cases', copy],
  ['move the first case to the middle of its suite', async (made) => await move(made, { position: CASES / 2 })],
  [`start ${RUNS} runs of all cases`, start],
  ['delete a run', async ({ call }) => await call('DELETE', `/test-runs/${testRunId}`)],
  ['delete the suite', async (made) => await remove(made, 'DELETE', `/test-suites/${made.suiteId}`)],
  ['restore it', restore],
  ['delete the project', async ({ call, id }) => await call('DELETE', `/projects/${id}`)],
]

async function start({ call, id }: Made): Promise<void> {
  for (let run = 0; run < RUNS; run += 1)
    ({ id: testRunId } = await call('POST', `/test-runs/project/${id}`, { omitResults: true }))
}

const moveTo = (testSuiteId: string, position?: number) => ({ moveTo: { testSuiteId, position } })

/** The longest waits of others meanwhile, who use another project. */
export async function hostileWrites({ server, user, project }: Victim): Promise<Figure[]> {
  const read = user.get(`/projects/${project.id}`)
  const record = { testRunId: project.testRunId, actualValue: 'ok' }
  const write = user.post(`/test-cases/${project.caseIds[0]}/execute`, record)
  const made = await makeLarge(user)
  const during = async (work: () => Promise<unknown>) => {
    let reads: number[] = []
    const writes = await waitsDuring(server, write, async () => {
      reads = await waitsDuring(server, read, work)
    })
    return { writeMs: Math.max(...writes), readMs: Math.max(...reads) }
  }
  let idle = 0
  const { writeMs: idleMs } = await during(async () => void (idle = await shareOfCpu(server, IDLE_MS)))
  const figures: Figure[] = []
  for (const [name, act] of ACTS) {
    const [start, cpuBefore] = [performance.now(), cpuSeconds(server)]
    let tookMs = 0
    const { writeMs, readMs } = await during(async () => {
      await act(made)
      tookMs = performance.now() - start
      // What an act leaves to the background is a part of it.
      while ((await shareOfCpu(server, 500)) > idle + 0.15);
    })
    const cpuMs = (cpuSeconds(server) - cpuBefore) * 1_000
    figures.push({
      work: `longest wait of others, suite of ${CASES.toLocaleString('en')}: ${name}`,
      assay: `write ${ms(writeMs)}, read ${ms(readMs)} (${ms(idleMs)} idle); took ${ms(tookMs)}, ${ms(cpuMs)} of CPU`,
      value: Math.max(writeMs, readMs) - idleMs,
      bar: WAIT_BAR,
    })
  }
  return figures
}

async function shareOfCpu(server: Server, forMs: number): Promise<number> {
  const before = cpuSeconds(server)
  await wait(forMs)
  return ((cpuSeconds(server) - before) * 1_000) / forMs
}

/** A project with a large suite whose texts are in the index of searches, and every so many-th of its cases. */
async function makeLarge({ call, report }: User): Promise<Made> {
  const { id } = await call('POST', '/projects', { name: 'Large' })
  const { id: otherId } = await call('POST', '/test-suites', { name: 'Other', projectId: id })
  const name = (at: number) =>
    `<testcase classname="shop.Orders" name="answers as the specification says, case ${at}"/>`
  const tests = Array.from({ length: CASES }, (_, at) => name(at))
  await report(id, `<testsuite name="Big">${tests.join('')}</testsuite>`)
  const { testSuites } = await call('GET', `/projects/${id}/overview`)
  const suiteId: string = testSuites.find((suite: { id: string }) => suite.id !== otherId).id
  const { testCases } = await call('GET', `/test-suites/${suiteId}`)
  const step = Math.floor(CASES / AT_ONCE)
  const ids: string[] = testCases.map((testCase: { id: string }) => testCase.id)
  // The background index goes on for a while.
  await wait(CASES)
  return { call, id, suiteId, otherId, ids: ids.filter((_, at) => at % step === 0).slice(0, AT_ONCE) }
}
